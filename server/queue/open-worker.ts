import { createPostgresBackend, type Job, Worker, withBackend } from 'bullmq';
import { log } from '../log';
import type { Backend } from './connection';
import { QUEUE_NAME } from './job-queue';
import { holdQueuePool } from './postgres-pool';
import { checkRedis, openRedis } from './redis-client';

/** Pause before a failed fetch is tried again, in ms: consuming goes on this soon after the queue is back. */
export const RETRY_MS = 1_000;

const SETTINGS = {
  autorun: false,
  runRetryDelay: RETRY_MS,
  // A lost lock is harmless (the job finds nothing), but a dead worker's jobs must not linger under their ids.
  lockDuration: 15_000,
  stalledInterval: 10_000,
  maxStalledCount: 1,
};

/** A worker on its way, and how to end it with all its connections, at any moment. */
export type OpenWorker = {
  worker: Promise<Pick<Worker, 'run' | 'waitUntilReady'>>;
  /** Takes nothing more, waits for the jobs at work, closes. */
  end(): Promise<void>;
};

const quiet = (error: Error) => log().debug({ err: error.message }, 'queue worker');

export function openWorker(
  where: Backend,
  take: (job: Job) => Promise<void>,
  concurrency: number,
): OpenWorker {
  return where.kind === 'redis'
    ? openOnRedis(where.url, take, concurrency)
    : openOnPostgres(where.url, take, concurrency);
}

function openOnRedis(url: string, take: (job: Job) => Promise<void>, concurrency: number): OpenWorker {
  const client = openRedis(url, 'consumer');
  let worker: Worker | undefined;
  let ended = false;
  const open = async () => {
    await checkRedis(client);
    if (ended) throw new Error('closed');
    worker = new Worker(QUEUE_NAME, take, { ...SETTINGS, concurrency, connection: client });
    worker.on('error', quiet);
    return worker;
  };
  return {
    worker: open(),
    end: async () => {
      ended = true;
      await worker?.close();
      client.disconnect();
    },
  };
}

function openOnPostgres(url: string, take: (job: Job) => Promise<void>, concurrency: number): OpenWorker {
  const open = async () => {
    const { pool, release } = await holdQueuePool(url);
    const { Worker: PostgresWorker } = withBackend(createPostgresBackend);
    const worker = new PostgresWorker(QUEUE_NAME, take, { ...SETTINGS, concurrency, connection: pool });
    worker.on('error', quiet);
    return { worker, release };
  };
  const opening = open();
  return {
    worker: opening.then(({ worker }) => worker),
    end: async () => {
      const opened = await opening.catch(() => undefined);
      await opened?.worker.close();
      await opened?.release();
    },
  };
}
