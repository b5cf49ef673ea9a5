import { type Draft, record } from './draft';
import { endRun } from './end';
import type { ReviewIssue } from './fact';
import { downstreamOf, graphOf } from './graph';
import type { Plan, PlanStep } from './plan';
import { readyAmong } from './progress';
import type { RunState } from './state';

/** A reviewer rejected: the reviewed step gets another round, or the run has used up its rework and fails. */
export function reject(draft: Draft, plan: Plan, review: PlanStep, issues: ReviewIssue[]): void {
  const graph = graphOf(plan);
  const position = graph.position.get(review.reviewOf ?? '') ?? -1;
  const reviewed = draft.state.steps[position];
  if (!reviewed) return;
  const { id: stepId, round, attempt } = reviewed;
  record(draft, {
    type: 'plan.task.rejected',
    stepId,
    round,
    attempt,
    reviewStepId: review.id,
    executorSlot: plan.steps[position]!.slotId,
    reviewerSlot: review.slotId,
    issues,
  });
  if ((reviewed.reworks ?? 0) >= plan.maxRework) {
    endRun(draft, { type: 'run.failed', status: 'failed', reason: 'rework_exhausted', stepId });
    return;
  }
  const stale = invalidBehind(draft.state, plan, position);
  for (const at of stale) {
    const step = draft.state.steps[at]!;
    if (step.status === 'running') {
      draft.effects.push({ kind: 'step.abort', stepId: step.id, epoch: step.epoch });
    }
  }
  record(draft, { type: 'plan.task.reopened', stepId, round: round + 1, attempt: 1 });
  for (const at of stale) {
    const step = draft.state.steps[at]!;
    record(draft, { type: 'plan.task.invalidated', stepId: step.id, round: step.round + 1, attempt: 1 });
  }
  readyAmong(draft, [position]);
}

/** Steps downstream that lose their result. A skipped one stays so while something else still holds it up. */
function invalidBehind(state: RunState, plan: Plan, start: number): number[] {
  const graph = graphOf(plan);
  const stale = new Set<number>();
  for (const at of downstreamOf(graph, start)) {
    const status = state.steps[at]?.status;
    if (status === undefined || status === 'blocked') continue;
    const heldUp = (graph.needs[at] ?? []).some((need) => {
      const other = state.steps[need]?.status;
      return !stale.has(need) && (other === 'failed' || other === 'skipped');
    });
    if (status !== 'skipped' || !heldUp) stale.add(at);
  }
  return [...stale];
}
