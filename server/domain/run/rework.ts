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
  reopen(draft, plan, position);
}

/**
 * The step at this position gets another round, and what stands behind it loses its result; or the run has used up
 * its rework and fails. `issues`: a person's words, where no review has left any.
 */
export function reopen(draft: Draft, plan: Plan, position: number, issues?: ReviewIssue[]): void {
  const step = draft.state.steps[position];
  if (!step) return;
  const { id: stepId, round } = step;
  const planned = plan.steps[position]!;
  if ((step.reworks ?? 0) >= (planned.maxRework ?? plan.maxRework)) {
    if (planned.parent !== undefined) giveUp(draft, plan, position);
    else endRun(draft, { type: 'run.failed', status: 'failed', reason: 'rework_exhausted', stepId });
    return;
  }
  const stale = invalidBehind(draft.state, plan, position);
  for (const at of stale) {
    const behind = draft.state.steps[at]!;
    if (behind.status === 'running') {
      draft.effects.push({ kind: 'step.abort', stepId: behind.id, epoch: behind.epoch });
    }
  }
  const again = { stepId, round: round + 1, attempt: 1 };
  record(draft, { type: 'plan.task.reopened', ...again, ...(issues && { issues }) });
  for (const at of stale) {
    const behind = draft.state.steps[at]!;
    record(draft, { type: 'plan.task.invalidated', stepId: behind.id, round: behind.round + 1, attempt: 1 });
  }
  readyAmong(draft, [position]);
}

/** Delegated work that used up its rework fails, and what stands behind it is skipped; its parent goes on. */
function giveUp(draft: Draft, plan: Plan, position: number): void {
  const reason = 'rework_exhausted';
  const { id: stepId, round, attempt } = draft.state.steps[position]!;
  record(draft, { type: 'plan.task.failed', stepId, round, attempt, reason });
  for (const at of downstreamOf(graphOf(plan), position)) {
    const step = draft.state.steps[at]!;
    if (step.status === 'failed' || step.status === 'skipped') continue;
    if (step.status === 'running') {
      draft.effects.push({ kind: 'step.abort', stepId: step.id, epoch: step.epoch });
    }
    const behind = { stepId: step.id, round: step.round, attempt: step.attempt };
    record(draft, { type: 'plan.task.skipped', ...behind, reason });
  }
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
