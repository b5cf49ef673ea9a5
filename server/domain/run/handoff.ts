import type { InputOf } from './fact';
import type { HandoffRefusal, Intent } from './handoff-facts';
import type { Plan, PlanHandoff, PlanStep } from './plan';
import { mayStandIn } from './stand-in';
import type { RunState, StepState } from './state';
import { stepIn } from './state';

/*
 * A handoff run in prose. Each slot is a step; exactly one is the active actor, at first the entry, and no other is
 * ever made ready. The actor delivers together with its intent, and the append that records the delivery follows it:
 *
 *   handoff   `started`, then `accepted`: the target is the actor, in a new round when it has acted before, and is
 *             ready or waits at its gate · or `rejected`
 *   complete  `completed`: slots that never acted are skipped, the run is completed with this delivery
 *   cancel    `cancelled` and the run's cancel, where the plan lets actors do that · or `rejected`
 *   none      or an intent that cannot be read: nothing moves; the step waits on `intent` with what it delivered
 *
 * A handoff needs an edge from the actor's slot to another one, and agents on both ends that take part (`closed`
 * lists who does not). A rejected one is told to the actor, which may think again; when it cannot (no repair or turn
 * left), its step waits on `intent`. Each accepted handoff is one more round; one that directly answers the
 * handoff before it, from its target back to its source, is one more bounce of that unordered pair. The one that would
 * pass `maxRounds` or `maxPingPongPerPair` is rejected and ends the run `max_round_exceeded` or `pingpong_exceeded`;
 * the actor stays.
 *
 * A person may force a handoff while the run goes on: it needs no edge and no willing agent, it counts like any
 * other, and beyond a limit it is refused to the person and changes nothing. What the actor has delivered and waits
 * with is completed; else its step is cancelled `handed_over`, aborted first when it runs. On a step that waits on
 * `intent` a person may also say that the work is done. Such a word stands for the approval of what was delivered, and
 * so is not taken from whom four eyes bar from approving it. When nobody says anything for `intentTimeoutMs`, which counts
 * while the step waits and so while nobody holds a lease, `timeout` ends the run `timed_out`. Approvals of a slot
 * stand before all of this: an output that waits to be approved is followed when it is.
 */
export type HandoffState = {
  /** The step of the active actor. */
  active: string;
  /** Handoffs so far. */
  rounds: number;
  /** By pair, see `pairOf`. */
  bounces: Record<string, number>;
  /** The newest one. */
  last?: { from: string; to: string; reason?: string; by?: string };
  /** The newest answer of the actor's that was refused. */
  refused?: { epoch: number; ordinal: number };
};

/** Why the actor's step was stopped: a person gave the turn to somebody else. */
export const HANDED_OVER = 'handed_over';

const LIMITS: ReadonlySet<HandoffRefusal> = new Set(['max_rounds', 'pingpong']);

/** Whether this refusal ends the run. */
export const isLimit = (refusal: HandoffRefusal): boolean => LIMITS.has(refusal);

/** The same for both directions. */
export const pairOf = (a: string, b: string): string => JSON.stringify(a < b ? [a, b] : [b, a]);

/** Bounces of the pair once this handoff has happened. */
export function bouncesAfter({ bounces, last }: HandoffState, from: string, to: string): number {
  const pair = pairOf(from, to);
  const before = Object.hasOwn(bounces, pair) ? bounces[pair]! : 0;
  return before + (last?.from === to && last.to === from ? 1 : 0);
}

/** Why this handoff does not happen; null: it does. `forced`: a person wants it. */
export function refusalOf(
  { plan, handoff }: RunState,
  from: string,
  to: string,
  forced = false,
): HandoffRefusal | null {
  if (!plan?.handoff || !handoff || handoff.active !== from) return 'not_active';
  const { edges, closed, maxRounds, maxPingPongPerPair } = plan.handoff;
  if (from === to) return 'to_itself';
  if (!plan.steps.some(({ id }) => id === to)) return 'unknown_slot';
  if (!forced) {
    if (!edges.some((edge) => edge.from === from && edge.to === to)) return 'no_edge';
    if (closed.includes(from) || closed.includes(to)) return 'agent_closed';
  }
  if (handoff.rounds >= maxRounds) return 'max_rounds';
  return bouncesAfter(handoff, from, to) > maxPingPongPerPair ? 'pingpong' : null;
}

/** Why what the actor wants does not happen; null: it does. Asked of `handoff` and `cancel`, never of the others. */
export function intentRefusal(state: RunState, stepId: string, { kind, to }: Intent): HandoffRefusal | null {
  if (state.handoff?.active !== stepId) return 'not_active';
  if (kind === 'handoff') return refusalOf(state, stepId, to ?? '');
  return kind === 'cancel' && !state.plan?.handoff?.actorMayCancel ? 'may_not_cancel' : null;
}

/** Whether a delivery with this intent may be recorded: it has one that can be followed, if only to the run's end. */
export function admitsIntent(state: RunState, stepId: string, intent: Intent | undefined): boolean {
  if (!intent || intent.kind === 'none') return false;
  const refusal = intentRefusal(state, stepId, intent);
  return refusal === null || isLimit(refusal);
}

export const waitsOnIntent = (step: StepState | undefined): step is StepState =>
  step?.status === 'waiting' && step.waitingOn?.kind === 'intent';

type HandoffInput = InputOf<'handoff.started' | 'handoff.rejected' | 'handoff.completed' | 'handoff.timeout'>;

/** What may come from outside; `isClaim`: from the actor's own claim. */
export function admitsHandoff(state: RunState, body: HandoffInput, isClaim: boolean): boolean {
  const step = stepIn(state, body.stepId);
  if (!step || state.handoff?.active !== step.id) return false;
  if (step.round !== body.round || step.attempt !== body.attempt) return false;
  switch (body.type) {
    case 'handoff.started': {
      if (body.by !== undefined)
        return refusalOf(state, step.id, body.to, true) === null && mayStandIn(state, step, body.by);
      const refusal = refusalOf(state, step.id, body.to);
      return isClaim && isNews(state.handoff, body) && refusal !== null && !isLimit(refusal);
    }
    case 'handoff.rejected':
      return (
        isClaim &&
        isNews(state.handoff, body) &&
        body.to === undefined &&
        body.reason === intentRefusal(state, step.id, { kind: 'cancel' })
      );
    case 'handoff.completed':
      return body.by !== undefined && waitsOnIntent(step) && mayStandIn(state, step, body.by);
    case 'handoff.timeout':
      return waitsOnIntent(step);
  }
}

/** Whether this answer has not been refused before. */
function isNews(
  { refused }: HandoffState,
  { epoch, ordinal }: { epoch?: number; ordinal?: number },
): boolean {
  if (epoch === undefined || ordinal === undefined) return false;
  return refused?.epoch !== epoch || ordinal > refused.ordinal;
}

/** To whom this step may hand over, as the plan says. */
export function targetsOf(plan: Plan & { handoff: PlanHandoff }, stepId: string): PlanStep[] {
  const { edges, closed } = plan.handoff;
  if (closed.includes(stepId)) return [];
  const targets = new Set(edges.flatMap(({ from, to }) => (from === stepId ? [to] : [])));
  return plan.steps.filter(({ id }) => targets.has(id) && !closed.includes(id));
}

/** Milliseconds for which the run may wait on an intent; undefined: it waits for none, or its clock stands still. */
export function intentWaitMs(state: RunState): number | undefined {
  const { status, plan, handoff } = state;
  if (status !== 'waiting' || !plan?.handoff || !handoff) return undefined;
  return waitsOnIntent(stepIn(state, handoff.active)) ? plan.handoff.intentTimeoutMs : undefined;
}
