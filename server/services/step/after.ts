import { stepIn } from '@domain/run/state';
import type { Appended } from '../../db/journal/append';
import type { RunRef } from '../../db/journal/payload';
import { rememberSnapshot } from '../../db/journal/snapshot';
import { bus } from '../../live/bus';
import { ringStep } from '../../queue/enqueue';
import { noteRoom } from './room';

/**
 * What the world is told after a commit: the live view, the workers, and the processes that run what must stop.
 * Nothing here is awaited: the sweep finds what a lost message would have said.
 */
export function afterAppend(ref: RunRef, appended: Appended, taken?: string): void {
  if (appended.outcome !== 'appended') return;
  const { state, effects } = appended;
  if (appended.room) noteRoom();
  if (appended.facts.length > 0) bus().nudge({ ...ref, seq: state.seq });
  for (const effect of effects) {
    if (effect.kind === 'step.abort') bus().abort(ref, effect.stepId, effect.epoch);
    if (effect.kind !== 'step.ring' || effect.stepId === taken) continue;
    const epoch = stepIn(state, effect.stepId)?.epoch ?? 0;
    void ringStep({ ...ref, stepId: effect.stepId, epoch }, effect.delayMs);
  }
  rememberSnapshot(ref, state);
}
