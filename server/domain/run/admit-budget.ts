import type { InputOf } from './fact';
import { type RunState, stepIn } from './state';

type BudgetFact = InputOf<'budget.exceeded'> | InputOf<'budget.raised'> | InputOf<'budget.warned'>;

/** A step that asks for more stands where it asks from; a cap only grows; the run's own warning is derived. */
export function admitsBudget(state: RunState, body: BudgetFact): boolean {
  if (body.type === 'budget.warned') return body.scope !== undefined;
  if (body.type === 'budget.raised')
    return Number.isSafeInteger(body.capMicros) && body.capMicros > state.capMicros;
  if (!body.ask) return true;
  const step = body.stepId === undefined ? undefined : stepIn(state, body.stepId);
  return (
    (step?.status === 'ready' || step?.status === 'running') &&
    step.round === body.round &&
    step.attempt === body.attempt &&
    step.epoch === body.epoch
  );
}
