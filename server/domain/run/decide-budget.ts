import { type Draft, record } from './draft';
import { endRun } from './end';
import type { InputOf } from './fact';
import { type Gate, nextGateId, openGates } from './gate';
import { GATE_MS } from './limits';
import { namesOf } from './progress';
import { OWN_CAP, type RunState, type StepState } from './state';

/*
 * A run has one budget gate at a time, without a step of its own: all steps that find no money wait at it, under
 * whichever caps, and what is decided holds for all of them. Approved: where some wait for the run's own cap it grows
 * by what it was started with; under a shared cap they only try again, because raising that one is not for who
 * approves. Who still finds no room asks again. Raising any cap that it waits for approves the gate. Denied: the run ends
 * `budget_exceeded`. Timed out: it
 * ends `timed_out`.
 */

const openGate = (state: RunState): Gate | undefined =>
  openGates(state).find(({ kind }) => kind === 'budget');

const isShortOfOwn = ({ shortOf }: RunState): boolean => shortOf?.includes(OWN_CAP) ?? false;

const waitingAt = (state: RunState, gate: Gate): StepState[] =>
  state.steps.filter(({ status, waitingOn }) => status === 'waiting' && waitingOn?.ref === gate.id);

/** What follows from a call that cannot fit: the end of the run, or a step that waits for more. */
export function exceeded(draft: Draft, body: InputOf<'budget.exceeded'>): void {
  const step = draft.state.steps.find(({ id }) => id === body.stepId);
  if (!body.ask || !step) {
    endRun(draft, { type: 'run.failed', status: 'budget_exceeded', reason: 'budget' });
    return;
  }
  const gateId = openGate(draft.state)?.id;
  const on = { kind: 'budget_approval', ref: gateId ?? nextGateId(draft.state) };
  record(draft, { type: 'plan.task.waiting', ...namesOf(step), on });
  if (gateId === undefined)
    record(draft, { type: 'approval.requested', gateId: on.ref, kind: 'budget', waitMs: GATE_MS });
}

/** A higher cap of the run's own is the approval that its gate waits for. */
export function raised(draft: Draft, { by }: InputOf<'budget.raised'>): void {
  const gate = openGate(draft.state);
  if (!gate || !isShortOfOwn(draft.state)) return;
  record(draft, {
    type: 'approval.resolved',
    gateId: gate.id,
    decision: 'approved',
    ...(by !== undefined && { by }),
  });
  goOn(draft, gate);
}

/** What a decision does to all who wait at the budget gate. */
export function budgetDecided(draft: Draft, gate: Gate, body: InputOf<'approval.resolved'>): void {
  if (waitingAt(draft.state, gate).length === 0) return;
  if (body.decision === 'denied') {
    endRun(draft, { type: 'run.failed', status: 'budget_exceeded', reason: 'budget' });
  } else if (body.decision === 'timed_out') {
    endRun(draft, { type: 'run.failed', status: 'timed_out', reason: 'approval_timed_out' });
  } else {
    const { capMicros, grantMicros = capMicros } = draft.state;
    const by = body.by === undefined ? {} : { by: body.by };
    if (isShortOfOwn(draft.state))
      record(draft, { type: 'budget.raised', capMicros: capMicros + grantMicros, ...by });
    goOn(draft, gate);
  }
}

function goOn(draft: Draft, gate: Gate): void {
  for (const step of waitingAt(draft.state, gate))
    record(draft, { type: 'plan.task.ready', ...namesOf(step) });
}
