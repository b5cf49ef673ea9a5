import { storedJournal } from '../../server/live/journal';
import { openPostgresBus } from '../../server/live/postgres-bus';
import { systemClock } from '../../server/live/tails';
import type { TestDatabase } from '../support/database';
import { appendFacts, newRun } from './rows';
import { tailsOn, watch } from './support';

/**
 * F-15: a client reads a journal of 20 facts; at the barrier between its back-fill and the live part 100 facts are
 * committed, the last of them `run.closed`. Answers which seqs it got, in order, and whether its stream ended.
 */
export async function raceTheHandover(db: TestDatabase, patienceMs: number) {
  const ref = await newRun(db);
  await appendFacts(db, ref, 20);
  const bus = openPostgresBus(db.urls.queue);
  const tails = tailsOn(storedJournal, bus, systemClock);
  let raced = false;
  const client = watch(tails, storedJournal, ref, {
    reached: async () => {
      if (raced) return;
      raced = true;
      const seq = await appendFacts(db, ref, 100, { closing: true });
      bus.nudge({ ...ref, seq });
    },
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'open'>((resolve) => {
    timer = setTimeout(() => resolve('open'), patienceMs);
  });
  const end = await Promise.race([client.done.then(() => 'ended' as const), late]);
  clearTimeout(timer);
  client.leave();
  await client.done;
  await bus.close();
  return { raced, end, seqs: client.facts().map((fact) => fact.seq), followed: tails.size };
}

/** I11: a contiguous part from its start, without duplicates, that reaches n. */
export const complete = (seqs: number[], n: number): boolean =>
  seqs.length === n && seqs.every((seq, index) => seq === index + 1);
