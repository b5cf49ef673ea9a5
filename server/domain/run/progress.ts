import { type Draft, record } from './draft';
import { endRun } from './end';
import { policyRequest } from './gate';
import { graphOf } from './graph';
import type { PlanStep } from './plan';
import { isEnded, type RunState, type StepState } from './state';

export const namesOf = (step: StepState) => ({ stepId: step.id, round: step.round, attempt: step.attempt });

/** Whether everything that the step at this position needs is completed. */
function isUnblocked(state: RunState, position: number): boolean {
  if (!state.plan || state.steps[position]?.status !== 'blocked') return false;
  // Of a handoff's steps only the actor's is anybody's turn.
  if (state.handoff && state.handoff.active !== state.steps[position]?.id) return false;
  const needs = graphOf(state.plan).needs[position] ?? [];
  return needs.every((need) => state.steps[need]?.status === 'completed');
}

/** Makes those of these positions ready that are blocked by nothing any more, or lets them wait to be approved. */
export function readyAmong(draft: Draft, positions: Iterable<number>): void {
  for (const position of positions) {
    if (!isUnblocked(draft.state, position)) continue;
    const step = draft.state.steps[position]!;
    const planned = draft.state.plan!.steps[position]!;
    if (planned.gate?.before) askBefore(draft, planned, step);
    else record(draft, { type: 'plan.task.ready', ...namesOf(step) });
  }
}

function askBefore(draft: Draft, planned: PlanStep, step: StepState): void {
  const request = policyRequest(draft.state, 'before', planned, step);
  const on = { kind: 'approval_before', ref: request.gateId };
  record(draft, { type: 'plan.task.waiting', ...namesOf(step), on });
  record(draft, request);
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
