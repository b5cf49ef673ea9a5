import { type Draft, record } from './draft';
import { endRun } from './end';
import { graphOf } from './graph';
import { isEnded, type RunState, type StepState } from './state';

const namesOf = (step: StepState) => ({ stepId: step.id, round: step.round, attempt: step.attempt });

/** Whether everything that the step at this position needs is completed. */
function isUnblocked(state: RunState, position: number): boolean {
  if (!state.plan || state.steps[position]?.status !== 'blocked') return false;
  const needs = graphOf(state.plan).needs[position] ?? [];
  return needs.every((need) => state.steps[need]?.status === 'completed');
}

/** Makes those of these positions ready that are blocked by nothing any more. */
export function readyAmong(draft: Draft, positions: Iterable<number>): void {
  for (const position of positions) {
    if (isUnblocked(draft.state, position)) {
      record(draft, { type: 'plan.task.ready', ...namesOf(draft.state.steps[position]!) });
    }
  }
}

/** Skips everything that is blocked behind a step that failed or was skipped. */
export function skipBehind(draft: Draft, start: number): void {
  const { plan } = draft.state;
  if (!plan) return;
  const graph = graphOf(plan);
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of graph.neededBy[at] ?? []) {
      const step = draft.state.steps[next];
      if (step?.status !== 'blocked') continue;
      record(draft, { type: 'plan.task.skipped', ...namesOf(step), reason: 'dependency_failed' });
      queue.push(next);
    }
  }
}

/** Completes the run when every step is settled. Blocked steps that nothing can free end it too: no run hangs. */
export function finish(draft: Draft): void {
  const { state } = draft;
  if (isEnded(state) || !state.plan) return;
  const { blocked, ready, running, waiting } = state.tally;
  if (ready + running + waiting > 0) return;
  if (blocked === 0) endRun(draft, { type: 'run.completed' });
  else endRun(draft, { type: 'run.failed', status: 'failed', reason: 'deadlock' });
}
