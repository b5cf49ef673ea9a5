import type { FactType, InputOf } from './fact';
import type { RunState } from './state';

/** Folds one fact into a fresh copy of the state. `at` is absent while a verb is still deciding. */
export type Fold<T extends FactType> = (copy: RunState, body: InputOf<T>, at: string | undefined) => void;
export type Folds = { [T in FactType]: Fold<T> };
