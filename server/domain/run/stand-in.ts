import { isBarred } from './gate';
import { planStep } from './graph';
import type { RunState, StepState } from './state';

/** Whether the step has delivered and only a person's word, an intent or an approval, is missing. */
export const holdsOutput = (step: StepState): boolean =>
  step.status === 'waiting' &&
  (step.waitingOn?.kind === 'intent' || step.waitingOn?.kind === 'approval_after');

/**
 * Whether this person's word about a step's turn may also stand for the approval that its output needs: whoever may
 * not approve it by four eyes must not have it counted as done by moving the turn on.
 */
export function mayStandIn(state: RunState, step: StepState, by: string | undefined): boolean {
  const gate = state.plan ? planStep(state.plan, step.id)?.gate : undefined;
  return !(holdsOutput(step) && gate?.after && isBarred(state, gate, by));
}
