import { fold } from './apply';
import { stamped } from './budget';
import type { FactBody, FactInput } from './fact';
import type { Effect, RunState } from './state';

/** A reduction in the making. */
export type Draft = { state: RunState; append: FactBody[]; effects: Effect[] };

/** Folds a body and adds it to what will be appended. */
export function record(draft: Draft, body: FactInput): void {
  draft.state = fold(draft.state, body);
  draft.append.push(stamped(draft.state, body));
}
