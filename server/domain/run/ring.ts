import type { Draft } from './draft';
import { isEnded, type RunState } from './state';

/**
 * Ids of steps that a worker may claim now, in plan order: none while the run is paused or ended, none above
 * its parallel limit. Steps in back-off are left out.
 */
export function claimable(state: RunState, limit = Number.POSITIVE_INFINITY): string[] {
  const { plan, tally, status } = state;
  if (!plan || (status !== 'queued' && status !== 'running') || tally.ready === 0) return [];
  const free = Math.min(plan.parallelLimit - tally.running, limit);
  const ids: string[] = [];
  for (const step of state.steps) {
    if (ids.length >= free) break;
    if (step.status === 'ready' && !step.delayMs) ids.push(step.id);
  }
  return ids;
}

/**
 * Rings for what may be claimed now: steps that became ready, and one that the parallel limit held back when a
 * running one made room. Never more than there is room for.
 */
export function ring(draft: Draft, before: RunState): void {
  const { state } = draft;
  if (!state.plan || isEnded(state) || state.status === 'paused') return;
  const free = Math.max(0, state.plan.parallelLimit - state.tally.running);
  const ids = new Set<string>();
  for (const fact of draft.append) {
    if (fact.type === 'plan.task.retried') {
      draft.effects.push({ kind: 'step.ring', stepId: fact.stepId, delayMs: fact.delayMs });
    } else if (fact.type === 'plan.task.ready' && ids.size < free) {
      ids.add(fact.stepId);
    }
  }
  const resumed = before.status === 'paused';
  const madeRoom = state.tally.running < before.tally.running;
  if (resumed || (madeRoom && state.tally.ready > ids.size)) {
    const most = resumed ? free : Math.min(free, ids.size + 1);
    for (const id of claimable(state, most)) if (ids.size < most) ids.add(id);
  }
  for (const stepId of ids) draft.effects.push({ kind: 'step.ring', stepId, delayMs: 0 });
}
