import { LEASE_MS } from '@domain/run/limits';
import { isEnded } from '@domain/run/state';
import { type Appended, appendInside } from '../../db/journal/append';
import { lockRun, queryIn } from '../../db/journal/in-transaction';
import type { RunRef } from '../../db/journal/payload';
import type { Tx } from '../../db/tenant';
import { afterAppend } from '../step/after';

type Told = { ref: RunRef; appended: Appended };

/**
 * Writes into the journals of the runs that are still open that a memory of theirs was decided, so that their later
 * steps know. Locks them: call it before the memory's own row is written. Answers what `announce` tells after the commit.
 */
export async function tellRuns(
  tx: Tx,
  runs: { orgId: string; runIds: readonly (string | null | undefined)[] },
  fact: { type: 'memory.confirmed' | 'memory.superseded'; memoryId: string; by: string },
): Promise<Told[]> {
  const told: Told[] = [];
  for (const runId of new Set(runs.runIds)) {
    if (!runId) continue;
    const ref = { orgId: runs.orgId, runId };
    const run = await lockRun(tx, ref);
    if (!run || isEnded(run.state)) continue;
    const appended = await appendInside(queryIn(tx), ref, run, (draft) => draft.add(fact), {
      leaseMs: LEASE_MS,
    });
    told.push({ ref, appended });
  }
  return told;
}

export const announce = (told: readonly Told[]): void => {
  for (const { ref, appended } of told) afterAppend(ref, appended);
};
