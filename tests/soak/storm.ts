import { setTimeout as pause } from 'node:timers/promises';
import type { OwnPostgres } from '../faults/support/own-postgres';
import { emptyQueue } from '../faults/support/queue-store';
import { LEASE_MS, type Site } from '../faults/support/site';
import { until } from '../faults/support/until';
import type { WorkerProcess } from '../faults/support/worker-process';

export type Hits = Record<'kills' | 'pauses' | 'flushes' | 'redisRestarts' | 'databaseRestarts', number>;

/** Workers that are there at every time. */
const WORKERS = 3;
/** Shares of the faults; what is left are pauses. */
const SHARES: [keyof Hits, number][] = [
  ['kills', 0.3],
  ['flushes', 0.12],
  ['redisRestarts', 0.06],
  ['databaseRestarts', 0.04],
];

/**
 * Faults at random moments until it is told to stop; then everything is healed, and the three workers that are alive
 * are its answer.
 */
export function openStorm(
  site: Site,
  postgres: OwnPostgres,
  chance: () => number,
  say: (line: string) => void,
) {
  const hits: Hits = { kills: 0, pauses: 0, flushes: 0, redisRestarts: 0, databaseRestarts: 0 };
  const workers: (WorkerProcess | undefined)[] = Array.from({ length: WORKERS }, () => undefined);
  const asleep = new Set<Promise<void>>();
  let over = false;

  /** One that ended by itself, as after a crash of what it stands on, is started again by whoever runs it. */
  const coming = new Set<number>();
  const staff = (): Promise<unknown> =>
    Promise.all(
      workers.map(async (worker, at) => {
        if (worker?.alive || coming.has(at)) return;
        coming.add(at);
        workers[at] = await site.worker().catch(() => undefined);
        coming.delete(at);
      }),
    );
  const strike: Record<keyof Hits, () => Promise<void>> = {
    kills: async () => {
      await workers[Math.floor(chance() * WORKERS)]?.kill();
    },
    pauses: async () => {
      const victim = workers[Math.floor(chance() * WORKERS)];
      if (!victim?.alive) return;
      victim.pause();
      // Half of the pauses outlast the lease: then the step has another owner when it wakes.
      const sleep = pause(chance() * 2 * LEASE_MS).then(() => victim.resume());
      asleep.add(sleep);
      void sleep.then(() => asleep.delete(sleep));
    },
    flushes: () => emptyQueue(site.db, site.redis),
    redisRestarts: async () => {
      await site.redis.kill();
      await pause(chance() * 2_000);
      await site.redis.start();
    },
    databaseRestarts: async () => {
      await postgres.crash();
      await pause(chance() * 1_500);
      await postgres.start();
    },
  };
  const draw = (): keyof Hits => {
    let left = chance();
    for (const [kind, share] of SHARES) {
      left -= share;
      if (left < 0) return kind;
    }
    return 'pauses';
  };
  const raging = (async () => {
    await staff();
    while (!over) {
      await pause(150 + chance() * 700);
      const kind = draw();
      hits[kind] += 1;
      await strike[kind]().catch((error: unknown) => say(`${kind}: ${String(error)}`));
      void staff();
    }
    await Promise.all(asleep);
    await until(async () => coming.size === 0);
    await staff();
  })();
  return {
    hits,
    stop: async (): Promise<WorkerProcess[]> => {
      over = true;
      await raging;
      return workers.filter((worker) => worker !== undefined);
    },
  };
}
