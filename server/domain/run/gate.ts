import type { InputOf } from './fact';
import type { GateDecision, GateKind } from './gate-facts';
import { GATE_MS } from './limits';
import type { PlanStep } from './plan';
import type { RunState, StepState } from './state';
import { stepIn } from './state';

/*
 * A gate is open from `approval.requested` until `approval.resolved`, or until the step that waits at it is taken
 * away (invalidated, cancelled, failed) or the run ends: then it is withdrawn, which no fact says, because the fact
 * that took the step away does. Ids are `g1`, `g2`, … in the order of asking. What a decision does:
 *
 *   before    approved: the step becomes ready · denied: it fails `approval_denied`
 *   after     approved: it is completed with the output that it waits with · denied: it is reopened with the
 *             person's words as an issue, which counts as rework
 *   question  answered: the words are the result of the tool that asked, and the same attempt goes on
 *   effect    approved: the effect happened · denied: it did not; the tool is settled so, and the attempt goes on
 *   budget    approved: the step that waited for money becomes ready · denied: the run ends `budget_exceeded`
 *
 * Any of them `timed_out`: the step fails, and the run ends `timed_out` unless the step is optional. A gate of a
 * round is asked for again in the next one, because it has other inputs.
 */
export type Gate = {
  id: string;
  kind: GateKind;
  stepId?: string;
  round?: number;
  question?: string;
  callId?: string;
  fourEyes?: boolean;
  requestedAt?: string;
  deadlineAt?: string;
  /** Absent while it is open. */
  outcome?: GateDecision | 'withdrawn';
  by?: string;
  text?: string;
  resolvedAt?: string;
};

/** What a step waits at a gate as; `on.ref` is then the gate's id. Nothing but the gate makes it ready. */
export const GATE_WAITS: Readonly<Record<string, GateKind>> = {
  approval_before: 'before',
  approval_after: 'after',
  question: 'question',
  effect_uncertain: 'effect',
  budget_approval: 'budget',
};

export const isGateWait = (kind: string | undefined): boolean =>
  kind !== undefined && Object.hasOwn(GATE_WAITS, kind);

/** The id of the gate that is asked for next. */
export const nextGateId = (state: RunState): string => `g${(state.gates?.length ?? 0) + 1}`;

export const gateIn = (state: RunState, id: string): Gate | undefined =>
  state.gates?.find((gate) => gate.id === id);

/** Those that a person may still decide. */
export const openGates = (state: RunState): Gate[] =>
  (state.gates ?? []).filter((gate) => gate.outcome === undefined);

/** Open gates of a step that goes elsewhere (of all without `stepId`) are withdrawn; the same array when none is. */
export function withdrawn(gates: Gate[], stepId?: string): Gate[] {
  const isMeant = (gate: Gate) =>
    gate.outcome === undefined && (stepId === undefined || gate.stepId === stepId);
  return gates.some(isMeant)
    ? gates.map((gate) => (isMeant(gate) ? { ...gate, outcome: 'withdrawn' as const } : gate))
    : gates;
}

/** Who may not decide a gate with four eyes: those whom the run works for. */
export const isBarred = (
  state: RunState,
  gate: Pick<Gate, 'fourEyes'>,
  userId: string | undefined,
): boolean => gate.fourEyes === true && (userId === state.startedBy || userId === state.adoptedBy);

/** The request for a gate of a planned step's policy. */
export const policyRequest = (
  state: RunState,
  kind: 'before' | 'after',
  planned: PlanStep,
  { round, attempt }: Pick<StepState, 'round' | 'attempt'>,
): InputOf<'approval.requested'> => ({
  type: 'approval.requested',
  gateId: nextGateId(state),
  kind,
  stepId: planned.id,
  round,
  attempt,
  waitMs: GATE_MS,
  ...(planned.gate?.fourEyes && { fourEyes: true }),
});

/** The request about an effect that the step's lost claim had begun; null: it had begun none. */
export function effectRequest(state: RunState, step: StepState): InputOf<'approval.requested'> | null {
  const begun = state.openTools.find(
    (tool) => tool.stepId === step.id && tool.kind === 'effect' && tool.epoch === step.epoch,
  );
  if (!begun) return null;
  const { id: stepId, round, attempt, epoch } = step;
  const { callId, name: question } = begun;
  const about = { stepId, round, attempt, epoch, callId, question, waitMs: GATE_MS };
  return { type: 'approval.requested', gateId: nextGateId(state), kind: 'effect', ...about };
}

type Delivered = Omit<InputOf<'plan.task.completed'>, 'type'>;

/** What a delivered output is recorded as: completed, or waiting for a person to approve it. */
export function deliveredFact(
  state: RunState,
  planned: PlanStep | undefined,
  delivered: Delivered,
): InputOf<'plan.task.completed'> | InputOf<'plan.task.waiting'> {
  if (!planned?.gate?.after) return { type: 'plan.task.completed', ...delivered };
  const on = { kind: 'approval_after', ref: nextGateId(state) };
  return { type: 'plan.task.waiting', ...delivered, on };
}

/** The step that waits at this gate, if one still does. */
export function waitsAt(state: RunState, gate: Gate): StepState | undefined {
  const step = gate.stepId === undefined ? undefined : stepIn(state, gate.stepId);
  return step?.status === 'waiting' && step.waitingOn?.ref === gate.id ? step : undefined;
}
