import type { BodyOf, FactInput } from './fact';
import type { RunState, StepState } from './state';
import { stepIn } from './state';

/*
 * What was remembered under a run and is given to its later steps without being looked for. A hint stands from
 * `memory.proposed` or `memory.confirmed` until `memory.superseded`. The claim that begins a round of a step issues
 * it every hint that stands and that this round has not proposed itself, once: a later claim of the same round
 * replays the same prompt and is issued nothing new. A new round is a new prompt, which knows nothing of the last.
 */

/** A statement that was proposed or confirmed under this run. */
export type Hint = { id: string; confirmed: boolean; stepId?: string; round?: number };

/** Hints that stand in a run at the same time; more are not admitted. */
export const MAX_HINTS = 200;
/** Hints of one step: the confirmed first, then the newest. */
const MAX_ISSUED = 20;

type MemoryFact = Extract<FactInput, { type: `memory.${string}` }>;

export function admitsMemory(state: RunState, body: MemoryFact): boolean {
  const known = (state.hints ?? []).find((hint) => hint.id === body.memoryId);
  switch (body.type) {
    case 'memory.proposed':
      return known === undefined && (state.hints ?? []).length < MAX_HINTS && isOwn(state, body);
    case 'memory.confirmed':
      return known ? !known.confirmed : (state.hints ?? []).length < MAX_HINTS;
    case 'memory.superseded':
      return known !== undefined;
  }
}

/** A step proposes under its claim alone. */
function isOwn(state: RunState, body: BodyOf<'memory.proposed'>): boolean {
  const step = stepIn(state, body.stepId);
  return step?.status === 'running' && step.round === body.round && step.epoch === body.epoch;
}

/** What the claim of a step is to be issued; empty for a round that has begun already. */
export function hintsFor(state: RunState, step: StepState): string[] {
  if (!state.hints?.length || step.hints !== undefined || step.attempt > 1 || step.toolRounds > 0) return [];
  const others = state.hints.filter((hint) => hint.stepId !== step.id || hint.round !== step.round);
  const newest = others.toReversed();
  return [...newest.filter((hint) => hint.confirmed), ...newest.filter((hint) => !hint.confirmed)]
    .slice(0, MAX_ISSUED)
    .map((hint) => hint.id);
}
