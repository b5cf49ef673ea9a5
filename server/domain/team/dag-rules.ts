import type { Issue } from '../errors';
import { cyclesIn } from './cycles';
import { issue } from './issues';
import type { Outline, OutlineStep } from './outline';

/** Rules about the steps of a drawn graph and what they name. */
export function dagIssues(outline: Outline, slotIds: ReadonlySet<string>): Issue[] {
  const { steps } = outline;
  if (steps.length === 0) return [issue(['protocol', 'steps'], 'no_steps')];
  const byId = new Map<string, number>();
  const issues: Issue[] = [];
  steps.forEach((step, at) => {
    if (step.id === undefined) return;
    if (byId.has(step.id)) issues.push(issue(['protocol', 'steps', at, 'id'], 'duplicate_step'));
    else byId.set(step.id, at);
  });
  steps.forEach((step, at) => {
    issues.push(...stepIssues(steps, step, at, byId, slotIds));
  });
  return [...issues, ...cycleIssues(steps, byId)];
}

function stepIssues(
  steps: OutlineStep[],
  step: OutlineStep,
  at: number,
  byId: ReadonlyMap<string, number>,
  slotIds: ReadonlySet<string>,
): Issue[] {
  const path = ['protocol', 'steps', at];
  const issues: Issue[] = [];
  if (step.slot !== undefined && !slotIds.has(step.slot))
    issues.push(issue([...path, 'slot'], 'unknown_slot'));
  const named = new Set<string>();
  for (const { at: edge, id } of step.dependsOn) {
    const here = [...path, 'dependsOn', edge];
    if (named.has(id)) issues.push(issue(here, 'duplicate_edge'));
    named.add(id);
    if (id === step.id) issues.push(issue(here, 'self_reference'));
    else if (!byId.has(id)) issues.push(issue(here, 'dangling_reference'));
  }
  if (step.reviewOf === undefined) return issues;
  const reviewed = steps[byId.get(step.reviewOf) ?? -1];
  if (!reviewed || reviewed === step || reviewed.reviewOf !== undefined) {
    issues.push(issue([...path, 'reviewOf'], 'bad_review_target'));
  } else if (reviewed.slot !== undefined && reviewed.slot === step.slot) {
    issues.push(issue([...path, 'slot'], 'self_review'));
  }
  if (step.optional) issues.push(issue([...path, 'optional'], 'optional_review'));
  return issues;
}

/**
 * Steps that wait for each other, also through a review: what depends on a reviewed step waits for its reviews.
 * Behind the steps stands one more node for each of them, which stands for its reviews.
 */
function cycleIssues(steps: OutlineStep[], byId: ReadonlyMap<string, number>): Issue[] {
  const place = (id: string | undefined): number | undefined => (id === undefined ? undefined : byId.get(id));
  const needs: number[][] = Array.from({ length: steps.length * 2 }, () => []);
  steps.forEach((step, at) => {
    const own = needs[at]!;
    const reviewed = place(step.reviewOf);
    if (reviewed !== undefined && reviewed !== at) {
      own.push(reviewed);
      needs[steps.length + reviewed]!.push(at);
    }
    for (const { id } of step.dependsOn) {
      const need = place(id);
      if (need === undefined || need === at) continue;
      own.push(need);
      if (!step.eager && need !== reviewed) own.push(steps.length + need);
    }
  });
  return cyclesIn(needs).map((cycle) => {
    const way = cycle.filter((node) => node < steps.length);
    const names = [...way, way[0]!].map((node) => steps[node]!.id);
    return issue(
      ['protocol', 'steps', way[0]!, 'dependsOn'],
      'cycle',
      `These steps wait for each other: ${names.join(' → ')}`,
    );
  });
}
