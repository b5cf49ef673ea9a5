import type { FactBody, FactInput } from './fact';
import type { RunState } from './state';

/** What counts against the cap: settled cost and what is not known. */
export const spentMicros = (state: RunState): number => state.totals.costMicros + state.totals.unknownMicros;

/**
 * Whether a call with this ceiling (micro-dollars) may be reserved now. `blocked`: something is still open, so
 * the answer may change when it settles. `exceeded`: nothing is open and it can never fit.
 */
export function budgetFor(state: RunState, ceilingMicros: number): 'fits' | 'blocked' | 'exceeded' {
  if (spentMicros(state) + state.totals.reservedMicros + ceilingMicros <= state.capMicros) return 'fits';
  return state.openCalls.length > 0 ? 'blocked' : 'exceeded';
}

/** The fact that ends a run whose next call cannot fit: `reduce` derives the rest of the end from it. */
export const exceededFact = (state: RunState, ceilingMicros: number): FactInput => ({
  type: 'budget.exceeded',
  spentMicros: spentMicros(state),
  neededMicros: ceilingMicros,
  capMicros: state.capMicros,
});

/** The body as the journal keeps it: totals are those of the state that it led to. */
export function stamped(state: RunState, body: FactInput): FactBody {
  switch (body.type) {
    case 'model.called':
    case 'model.settled':
    case 'run.completed':
    case 'run.cancelled':
    case 'run.failed':
    case 'run.closed':
      return { ...body, totals: state.totals };
    default:
      return body;
  }
}
