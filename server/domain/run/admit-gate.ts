import type { InputOf } from './fact';
import { GATE_WAITS, gateIn, nextGateId } from './gate';
import type { GateDecision } from './gate-facts';
import { admitsIntent } from './handoff';
import type { PlanStep } from './plan';
import type { RunState } from './state';

/** The longest that a gate may stay open: a hundred years, so that every deadline is a date. */
const LONGEST_WAIT_MS = 3_155_760_000_000;

/** A request from outside; those of a slot's policy follow from the plan alone. `isClaim`: its step asks. */
export function admitsRequest(
  state: RunState,
  body: InputOf<'approval.requested'>,
  isClaim: boolean,
): boolean {
  const byPolicy = body.kind === 'before' || body.kind === 'after';
  return (
    !byPolicy &&
    body.gateId === nextGateId(state) &&
    Number.isSafeInteger(body.waitMs) &&
    body.waitMs >= 0 &&
    body.waitMs <= LONGEST_WAIT_MS &&
    (body.stepId === undefined ? body.kind === 'budget' : isClaim)
  );
}

/** A decision of an open gate, of a kind that this gate takes. */
export function admitsDecision(state: RunState, body: InputOf<'approval.resolved'>): boolean {
  const gate = gateIn(state, body.gateId);
  return gate !== undefined && gate.outcome === undefined && takes(gate.kind === 'question', body.decision);
}

const takes = (isQuestion: boolean, decision: GateDecision): boolean =>
  decision === 'timed_out' || (decision === 'answered') === isQuestion;

/** Whether a running claim may wait for this: at a gate that was asked for, or at the one that its plan has. */
export function admitsWait(
  state: RunState,
  planned: PlanStep,
  { on, verdict, intent }: InputOf<'plan.task.waiting'>,
): boolean {
  if (on.kind === 'intent') return state.plan?.handoff !== undefined;
  const kind = Object.hasOwn(GATE_WAITS, on.kind) ? GATE_WAITS[on.kind] : undefined;
  if (kind === undefined) return true;
  if (kind === 'before') return false;
  if (kind === 'after') {
    const isWhole = planned.reviewOf === undefined || verdict !== undefined;
    const isIntended = !state.plan?.handoff || admitsIntent(state, planned.id, intent);
    return planned.gate?.after === true && on.ref === nextGateId(state) && isWhole && isIntended;
  }
  const gate = on.ref === undefined ? undefined : gateIn(state, on.ref);
  return gate?.kind === kind && gate.outcome === undefined && gate.stepId === planned.id;
}
