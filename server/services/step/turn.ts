import { planStep } from '@domain/run/graph';
import { targetsOf } from '@domain/run/handoff';
import type { HandoffRefusal } from '@domain/run/handoff-facts';
import { type RunState, stepIn } from '@domain/run/state';
import type { TurnBrief } from '../../agents/prompt/input';

/** What an actor is told of its turn; undefined: its run is no handoff. `text` reads a delivered artifact. */
export function turnOf(
  state: RunState,
  stepId: string,
  text: (artifactId: string | undefined) => string,
): TurnBrief | undefined {
  const { plan, handoff } = state;
  const step = stepIn(state, stepId);
  if (!plan?.handoff || !handoff || !step) return undefined;
  const { last } = handoff;
  const given = last?.to === stepId ? last : undefined;
  return {
    from: given === undefined ? 'the start' : given.by !== undefined ? 'a person' : given.from,
    words: given === undefined ? state.goal : (given.reason ?? ''),
    round: step.round,
    left: plan.handoff.maxRounds - handoff.rounds,
    // A delivery that a person sent back stands among the review's blocks.
    previous: step.issues === undefined ? text(step.artifactId) : '',
    targets: targetsOf({ ...plan, handoff: plan.handoff }, stepId).map(({ id, title, prompt }) => ({
      slotId: id,
      title,
      responsibility: prompt,
    })),
    mayCancel: plan.handoff.actorMayCancel,
  };
}

const WHY: Readonly<Record<HandoffRefusal, string>> = {
  not_active: 'it is not your turn',
  to_itself: 'nobody hands over to themselves',
  unknown_slot: 'there is no such slot',
  agent_closed: 'the agent there, or yours, takes part in no handoffs',
  no_edge: 'this team has no way from you to that slot',
  may_not_cancel: 'actors of this team may not cancel',
  max_rounds: 'there are no handoffs left',
  pingpong: 'you two have handed this back and forth too often',
};

/** Tells an actor that what it wants does not happen, and what it may do. */
export function reminderOf(
  state: RunState,
  stepId: string,
  to: string | undefined,
  why: HandoffRefusal,
): string {
  const { plan } = state;
  const targets = plan?.handoff ? targetsOf({ ...plan, handoff: plan.handoff }, stepId) : [];
  const named = to === undefined ? '' : ` to "${(plan && planStep(plan, to)?.title) ?? to}"`;
  const may =
    targets.length > 0
      ? `You may hand over to: ${targets.map(({ id }) => id).join(', ')}; or say "complete".`
      : 'You may hand over to nobody; say "complete" when the work is done.';
  return `Nothing has happened${named}: ${WHY[why]}. It is still your turn. ${may} Answer again with the whole JSON object.`;
}
