import { replay } from '@domain/run/apply';
import type { Fact } from '@domain/run/fact';
import type { Plan } from '@domain/run/plan';

/** I3, I4, I5, I12, I13, I14: epochs, dependencies, limits, and nothing new after a cancel. */
export function orderBreaches(facts: Fact[]): string[] {
  const found: string[] = [];
  // With the steps that were made on the way.
  const { plan } = replay(facts);
  const done = new Set<string>();
  const epochs = new Map<string, number>();
  const outcomes = new Set<string>();
  let ended = false;
  let active = plan?.handoff?.entry;
  for (const fact of facts) {
    switch (fact.type) {
      case 'plan.created':
        for (const { stepId } of fact.reused ?? []) done.add(stepId);
        break;
      case 'plan.task.started': {
        if (ended) found.push(`I12 ${fact.stepId} started after the end`);
        if (fact.epoch <= (epochs.get(fact.stepId) ?? 0))
          found.push(`I4 epoch ${fact.epoch} of ${fact.stepId} does not grow`);
        epochs.set(fact.stepId, fact.epoch);
        found.push(...unmet(plan, fact.stepId, done));
        if (active !== undefined && fact.stepId !== active)
          found.push(`I13 ${fact.stepId} started in the turn of ${active}`);
        if (fact.attempt > limitOf(plan, fact.stepId))
          found.push(`I14 attempt ${fact.attempt} of ${fact.stepId}`);
        break;
      }
      case 'plan.task.completed': {
        const key = `${fact.stepId}/${fact.round}/${fact.epoch}`;
        if (outcomes.has(key)) found.push(`I3 two outcomes of ${key}`);
        outcomes.add(key);
        if (fact.epoch !== (epochs.get(fact.stepId) ?? 0))
          found.push(`I5 ${fact.stepId} written under epoch ${fact.epoch}`);
        if (fact.verdict?.accept !== false) done.add(fact.stepId);
        break;
      }
      case 'handoff.accepted':
        active = fact.to;
        break;
      case 'plan.task.reopened':
      case 'plan.task.invalidated':
        done.delete(fact.stepId);
        // A turn that comes back is no rework.
        if (plan && !plan.handoff && fact.round > plan.maxRework + 1)
          found.push(`I14 round ${fact.round} of ${fact.stepId}`);
        break;
      case 'run.cancelled':
      case 'run.failed':
      case 'run.completed':
        ended = true;
        break;
      default:
    }
  }
  return found;
}

const stepOf = (plan: Plan | null | undefined, id: string) => plan?.steps.find((step) => step.id === id);
const limitOf = (plan: Plan | null | undefined, id: string): number => stepOf(plan, id)?.maxAttempts ?? 0;

function unmet(plan: Plan | null | undefined, id: string, done: Set<string>): string[] {
  const step = stepOf(plan, id);
  const needs = step?.reviewOf ? [...step.dependsOn, step.reviewOf] : (step?.dependsOn ?? []);
  return needs.filter((need) => !done.has(need)).map((need) => `I13 ${id} started before ${need} was done`);
}
