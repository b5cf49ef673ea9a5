import { env } from '../../../server/env';
import { backend } from '../../../server/queue/connection';
import { openConsumer } from '../../../server/queue/consume';
import { JOBS } from '../../../server/queue/jobs';
import { sweepRuns } from '../../../server/services/run/sweep';
import { advance } from '../../../server/services/step/advance';
import type { Runtime } from '../../../server/services/step/runtime';

export type BenchWorker = { close: () => Promise<void> };

/**
 * What a worker process does: it takes jobs from the queue, advances runs, and sweeps on its timer. `afterJob` is
 * called when a job has ended, with all that it wrote committed.
 */
export async function openBenchWorker(
  connect: Runtime['connect'],
  concurrency: number,
  afterJob: () => Promise<void>,
): Promise<BenchWorker> {
  let draining = false;
  const runtime: Runtime = {
    worker: `bench-${process.pid}`,
    leaseMs: env().TROUPE_LEASE_MS,
    draining: () => draining,
    connect,
  };
  const consumer = openConsumer(
    backend(),
    async (job) => {
      await advance(runtime, JOBS['step.advance'].parse(job.payload));
      await afterJob();
    },
    concurrency,
  );
  await consumer.ready;
  let round = 0;
  let sweeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round += 1;
    sweeping = sweepRuns(runtime, round).catch((error: unknown) => console.error(error));
  }, env().TROUPE_SWEEP_MS);
  return {
    close: async () => {
      draining = true;
      clearInterval(timer);
      await sweeping;
      await consumer.close();
    },
  };
}
