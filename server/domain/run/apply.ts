import type { Fact, FactInput } from './fact';
import { CALL_FOLDS } from './fold-call';
import { DELEGATION_FOLDS } from './fold-delegation';
import { GATE_FOLDS } from './fold-gate';
import { HANDOFF_FOLDS } from './fold-handoff';
import { MEMORY_FOLDS } from './fold-memory';
import { RUN_FOLDS } from './fold-run';
import { STEP_FOLDS } from './fold-step';
import type { Fold, Folds } from './folds';
import type { RunState } from './state';
import { initialState } from './state';

const FOLDS: Folds = {
  ...RUN_FOLDS,
  ...STEP_FOLDS,
  ...CALL_FOLDS,
  ...MEMORY_FOLDS,
  ...DELEGATION_FOLDS,
  ...GATE_FOLDS,
  ...HANDOFF_FOLDS,
};

/**
 * Folds the next fact of the journal; never derives, never throws. A fact that is not the next one (seen
 * before, or behind a gap) leaves the state as it is: compare `seq` to notice a gap. A type that this code
 * does not know yet only advances `seq`.
 */
export function apply(state: RunState, fact: Fact): RunState {
  return fact.seq === state.seq + 1 ? fold(state, fact, fact.at) : state;
}

/** Folds facts in order, from nothing or from a snapshot. */
export function replay(facts: Iterable<Fact>, from: RunState = initialState()): RunState {
  let state = from;
  for (const fact of facts) state = apply(state, fact);
  return state;
}

/** Folds a body as the next fact, before it has a time. */
export function fold(state: RunState, body: FactInput, at?: string): RunState {
  const copy = { ...state, seq: state.seq + 1 };
  if (at !== undefined) copy.lastAt = at;
  if (Object.hasOwn(FOLDS, body.type)) (FOLDS[body.type] as Fold<FactInput['type']>)(copy, body, at);
  return copy;
}
