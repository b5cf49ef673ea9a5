import { dollars } from '../money';
import { type Draft, record } from './draft';
import type { FactBody, InputOf } from './fact';
import { isEnded, type RunState } from './state';
import { stopReason } from './stop-reason';

export type End = InputOf<'run.completed'> | InputOf<'run.cancelled'> | InputOf<'run.failed'>;

/** Ends the run: what does not run is cancelled, the team's end, the run's end, and `run.closed` when all is quiet. */
export function endRun(draft: Draft, end: End): void {
  const status =
    end.type === 'run.failed' ? end.status : end.type === 'run.cancelled' ? 'cancelled' : 'completed';
  const reason = stopReason(status);
  for (const step of draft.state.steps) {
    const at = { stepId: step.id, round: step.round, attempt: step.attempt };
    if (step.status === 'running') {
      draft.effects.push({ kind: 'step.abort', stepId: step.id, epoch: step.epoch });
    } else if (step.status === 'blocked' || step.status === 'ready' || step.status === 'waiting') {
      record(draft, { type: 'plan.task.cancelled', ...at, reason });
    }
  }
  if (draft.state.teamId !== undefined) record(draft, teamEnd(draft.state, end));
  record(draft, end);
  draft.effects.push({ kind: 'run.end' });
  closeWhenQuiet(draft);
}

/** Closes an ended run once nothing runs and no call is open. */
export function closeWhenQuiet(draft: Draft): void {
  const { state } = draft;
  if (!isEnded(state) || state.closed || state.tally.running > 0 || state.openCalls.length > 0) return;
  record(draft, closeFact(state));
}

/** `run.closed` with the receipt as it stands: what has not answered keeps null milliseconds. */
export const closeFact = (state: RunState): FactBody => ({
  type: 'run.closed',
  receipt: state.stopping,
  totals: state.totals,
});

function teamEnd(state: RunState, end: End): FactBody {
  if (end.type === 'run.completed') {
    return {
      type: 'team.completed',
      status: 'completed',
      totalTokens: state.totals.inputTokens + state.totals.outputTokens,
      costUsd: dollars(state.totals.costMicros),
      reworkRounds: state.reworkRounds,
    };
  }
  if (end.type === 'run.cancelled') return { type: 'team.failed', status: 'cancelled', reason: end.reason };
  const { status, reason, stepId } = end;
  return { type: 'team.failed', status, reason, ...(stepId === undefined ? {} : { stepId }) };
}
