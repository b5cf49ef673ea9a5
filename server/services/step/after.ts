// Engine: no person acts here; what follows from a commit, and the warnings that it has found out.
import type { CapWarned } from '@domain/budget/cap';
import { LEASE_MS } from '@domain/run/limits';
import { type RunState, stepIn } from '@domain/run/state';
import { type Appended, appendToRun } from '../../db/journal/append';
import type { RunRef } from '../../db/journal/payload';
import { rememberSnapshot } from '../../db/journal/snapshot';
import { bus } from '../../live/bus';
import { log } from '../../log';
import { ringDetector, ringStep } from '../../queue/enqueue';
import { noteRoom } from './room';
import { logTask } from './task-log';
import { wakeAtCaps } from './wake-capped';

/**
 * What the world is told after a commit: the live view, the workers, and the processes that run what must stop.
 * Nothing here is awaited: the sweep finds what a lost message would have said.
 */
export function afterAppend(ref: RunRef, appended: Appended, taken?: string): void {
  if (appended.outcome !== 'appended') return;
  const { state, effects } = appended;
  if (appended.room) noteRoom();
  if (appended.freed) void wakeAtCaps(ref.orgId);
  if (appended.warned) void warnOfCaps(ref, appended.warned);
  if (appended.facts.length > 0) bus().nudge({ ...ref, seq: state.seq });
  for (const effect of effects) {
    if (effect.kind === 'step.abort') bus().abort(ref, effect.stepId, effect.epoch);
    if (effect.kind !== 'step.ring' || effect.stepId === taken) continue;
    const epoch = stepIn(state, effect.stepId)?.epoch ?? 0;
    void ringStep({ ...ref, stepId: effect.stepId, epoch }, effect.delayMs);
  }
  const { teamId } = state;
  // Once: by the append that closed it.
  if (
    teamId &&
    !state.trial &&
    wasSentBack(state) &&
    appended.facts.some(({ type }) => type === 'run.closed')
  )
    void ringDetector({ orgId: ref.orgId, teamId, runId: ref.runId });
  logTask(ref, state, appended.facts);
  rememberSnapshot(ref, state);
}

/** A review has rejected something in it. */
const wasSentBack = ({ reworkRounds, reason }: RunState): boolean =>
  reworkRounds > 0 || reason === 'rework_exhausted';

/** Writes down which shared caps are nearly spent; the cap itself is marked already, whatever becomes of this. */
async function warnOfCaps(ref: RunRef, caps: CapWarned[]): Promise<void> {
  try {
    const appended = await appendToRun(
      ref,
      (draft) =>
        caps
          .map(({ level, subjectId, capId, limitMicros, spentMicros }) =>
            draft.add({
              type: 'budget.warned',
              spentMicros,
              capMicros: limitMicros,
              scope: { level, subjectId, capId },
            }),
          )
          .some(Boolean),
      { leaseMs: LEASE_MS },
    );
    afterAppend(ref, appended);
  } catch (error) {
    log().warn({ err: error, ...ref }, 'a warning of a cap could not be written');
  }
}
