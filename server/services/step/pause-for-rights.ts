// Engine: no person acts here; the run stops because its starter's rights are gone.
import { appendToRun } from '../../db/journal/append';
import type { RunRef } from '../../db/journal/payload';
import { afterAppend } from './after';
import type { Runtime } from './runtime';

/** The starter may not run this any more, or the organization is suspended: the run waits for who may adopt it. */
export async function pauseForRights(runtime: Runtime, ref: RunRef): Promise<void> {
  const appended = await appendToRun(
    ref,
    (draft) => draft.add({ type: 'run.paused', reason: 'rights_lost' }),
    {
      leaseMs: runtime.leaseMs,
    },
  );
  afterAppend(ref, appended);
}
