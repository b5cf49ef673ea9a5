import type { FactInput } from './fact';
import { planStep } from './graph';
import { type OpenCall, type RunState, stepIn } from './state';

/**
 * What a crash or a retryable failure of the running claim becomes: another attempt after `delayMs`, or, at
 * the step's last attempt, a failure with this reason. For a step that is not running `reduce` answers null.
 */
export function retryOrFail(
  state: RunState,
  stepId: string,
  reason: string,
  detail: string | undefined,
  delayMs: number,
): FactInput {
  const step = stepIn(state, stepId);
  const limit = (state.plan && planStep(state.plan, stepId)?.maxAttempts) ?? 0;
  const { round, attempt, epoch } = step ?? { round: 0, attempt: 0, epoch: 0 };
  const why = { reason, ...(detail === undefined ? {} : { detail }) };
  if (attempt + 1 > limit) return { type: 'plan.task.failed', stepId, round, attempt, epoch, ...why };
  return { type: 'plan.task.retried', stepId, round, attempt: attempt + 1, epoch, ...why, delayMs };
}

/** Whether a call's claim is over: its step does not run any more, or runs under another epoch. */
export function isOrphan(state: RunState, call: OpenCall): boolean {
  const step = stepIn(state, call.stepId);
  return step?.status !== 'running' || step.epoch !== call.epoch;
}

/** Settlements of open calls whose answer will never be known, of all or of some: their ceilings stay counted. */
export function unknownSettlements(
  state: RunState,
  which: (call: OpenCall) => boolean = () => true,
): FactInput[] {
  return state.openCalls.filter(which).map((call) => ({
    type: 'model.settled',
    stepId: call.stepId,
    round: call.round,
    attempt: call.attempt,
    callId: call.callId,
    outcome: 'unknown',
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
    unknownMicros: call.ceilingMicros,
  }));
}

/** The answer of a running step to the end of its run, `afterMs` after it; null: it is not running. */
export function stoppedFact(state: RunState, stepId: string, afterMs: number): FactInput | null {
  const step = stepIn(state, stepId);
  if (step?.status !== 'running') return null;
  const line = state.stopping.find((entry) => entry.stepId === stepId);
  return {
    type: 'step.stopped',
    stepId,
    round: step.round,
    attempt: step.attempt,
    epoch: step.epoch,
    afterMs,
    tokensAfter: line?.tokensAfter ?? 0,
    costMicrosAfter: line?.costMicrosAfter ?? 0,
  };
}
