import type { Job } from 'bullmq';
import { log } from '../log';
import type { Backend } from './connection';
import type { TakenJob } from './jobs';
import { type OpenWorker, openWorker, RETRY_MS } from './open-worker';
import { UnfitStore } from './redis-client';

export type Consumer = {
  /** Resolves when jobs are being taken; rejects when the queue's store is unfit. Pending while it is away. */
  ready: Promise<void>;
  /** Jobs at work. */
  atWork(): number;
  /** When a job was last taken (ms since the epoch); before the first: when the consumer was opened. */
  lastTakenAt(): number;
  /** Takes no more jobs from now on; resolves when those at work have ended. */
  close(): Promise<void>;
};

/**
 * Takes jobs until closed, at most `concurrency` at a time. It stands up by itself when the queue comes back, and
 * a worker of BullMQ that ended or never began is replaced. `take` must not throw: a job has no second attempt.
 */
export function openConsumer(
  where: Backend,
  take: (job: TakenJob) => Promise<void>,
  concurrency: number,
): Consumer {
  let atWork = 0;
  let lastTakenAt = Date.now();
  let closing = false;
  let current: OpenWorker | undefined;
  let wake = () => {};
  let started = () => {};
  let refused: (error: Error) => void = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    started = resolve;
    refused = reject;
  });
  ready.catch(() => {});

  const work = async (job: Job): Promise<void> => {
    atWork++;
    lastTakenAt = Date.now();
    try {
      await take({ id: job.id ?? '', name: job.name, payload: job.data });
    } finally {
      atWork--;
    }
  };

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!closing) {
      current = openWorker(where, work, concurrency);
      try {
        const worker = await current.worker;
        await worker.waitUntilReady();
        started();
        await worker.run();
      } catch (error) {
        if (error instanceof UnfitStore) refused(error);
        if (!closing) log().warn({ err: String(error) }, 'queue worker ended: another one starts');
      }
      await current.end().catch((error: unknown) => log().debug({ err: String(error) }, 'queue worker'));
      if (!closing) await pause();
    }
  };
  const running = run();

  return {
    ready,
    atWork: () => atWork,
    lastTakenAt: () => lastTakenAt,
    close: async () => {
      closing = true;
      wake();
      await current?.end().catch(() => {});
      await running;
    },
  };
}
