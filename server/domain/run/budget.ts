import type { CapShort } from '../budget/cap';
import type { FactBody, FactInput } from './fact';
import { type RunState, stepIn } from './state';

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

/**
 * The fact of a step whose next call cannot fit, under its run's cap or a shared one: `reduce` derives from it that
 * the run ends, or that the step waits for more.
 */
export function exceededFact(
  state: RunState,
  ceilingMicros: number,
  stepId?: string,
  short?: CapShort,
): FactInput {
  const step = stepId === undefined ? undefined : stepIn(state, stepId);
  const ask = short ? short.ask : state.atLimit === 'ask';
  return {
    type: 'budget.exceeded',
    spentMicros: short?.spentMicros ?? spentMicros(state),
    neededMicros: ceilingMicros,
    capMicros: short?.limitMicros ?? state.capMicros,
    ...(short && { scope: { level: short.level, subjectId: short.subjectId, capId: short.capId } }),
    ...(step && { stepId: step.id, round: step.round, attempt: step.attempt, epoch: step.epoch }),
    ...(step && ask && { ask }),
  };
}

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
