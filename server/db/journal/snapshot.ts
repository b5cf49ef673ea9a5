import { SNAPSHOT_FACTS } from '@domain/run/limits';
import { RULES_VERSION, type RunState } from '@domain/run/state';
import { Recent } from './cache';
import { storeSnapshot } from './engine';
import type { RunRef } from './payload';

const newest = new Recent<number>(2_000);

/**
 * Stores the folded state when the journal since the last snapshot has outgrown it, so that whoever folds the run
 * reads no more than about twice the state. Outside the record, not awaited: losing one costs reading, not truth.
 */
export function rememberSnapshot(ref: RunRef, state: RunState): void {
  const since = state.seq - (newest.get(ref.runId) ?? 0);
  if (since < Math.max(SNAPSHOT_FACTS, state.steps.length)) return;
  newest.set(ref.runId, state.seq);
  storeSnapshot(ref, state.seq, RULES_VERSION, state).catch(() => newest.delete(ref.runId));
}
