import { createPostgresBackend, Queue, withBackend } from 'bullmq';
import { log } from '../log';
import type { Backend } from './connection';
import type { JobName, PayloadOf } from './jobs';
import { holdQueuePool } from './postgres-pool';
import { openRedis, PRODUCER_TIMEOUT_MS } from './redis-client';
import { NoAnswer, within } from './within';

/** One queue for every job; names of queues and jobs carry no ':'. */
export const QUEUE_NAME = 'troupe';

/** What producers need of a queue, the same on both back ends. Everything rejects within 2 s when it is away. */
export type JobQueue = {
  /** Adds a job unless one of this id is waiting or at work. */
  add<N extends JobName>(
    name: N,
    payload: PayloadOf<N>,
    opts: { id: string; delayMs?: number },
  ): Promise<void>;
  /** Is the job still there: waiting, delayed or at work? */
  has(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Jobs that wait to be taken, those at work and delayed ones left out. */
  waiting(): Promise<number>;
  /** Resolves if the store behind the queue answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

type Opened = {
  queue: Pick<Queue, 'add' | 'getJob' | 'getWaitingCount' | 'remove' | 'waitUntilReady'>;
  /** False: known to be away, so that nobody waits for it. */
  reachable(): boolean;
  ping(): Promise<unknown>;
  end(): Promise<void>;
};

/** After a time-out, how long everybody else is refused at once instead of waiting as well, in ms. */
const SILENT_MS = 1_000;

/** BullMQ's job events: nobody reads them. */
const streams = { events: { maxLen: 100 } };
const quiet = (error: Error) => log().debug({ err: error.message }, 'queue');

function openOnRedis(url: string): Opened {
  const client = openRedis(url, 'producer');
  const queue = new Queue(QUEUE_NAME, { connection: client, streams });
  queue.on('error', quiet);
  return {
    queue,
    reachable: () => !['reconnecting', 'close', 'end'].includes(client.status),
    ping: () => client.ping(),
    end: async () => {
      await queue.close();
      client.disconnect();
    },
  };
}

async function openOnPostgres(url: string): Promise<Opened> {
  const { pool, release } = await holdQueuePool(url);
  const { Queue: PostgresQueue } = withBackend(createPostgresBackend);
  const queue = new PostgresQueue(QUEUE_NAME, { connection: pool, streams });
  queue.on('error', quiet);
  return {
    queue,
    reachable: () => true,
    ping: () => pool.query('SELECT 1'),
    end: async () => {
      await queue.close();
      await release();
    },
  };
}

/** A queue on `where`, opened at first use and opened again if its first connection failed. */
export function openJobQueue(where: Backend): JobQueue {
  let opening: Promise<Opened> | undefined;
  let closed = false;
  let silentUntil = 0;

  const open = async (): Promise<Opened> => {
    if (closed) throw new Error('the queue is closed');
    if (!opening) {
      const attempt =
        where.kind === 'redis' ? Promise.resolve(openOnRedis(where.url)) : openOnPostgres(where.url);
      opening = attempt;
      // BullMQ remembers a failed first connection for ever: such a queue is thrown away.
      const forget = () => {
        if (opening !== attempt) return;
        opening = undefined;
        attempt.then((opened) => opened.end()).catch(() => {});
      };
      attempt.then((opened) => opened.queue.waitUntilReady()).catch(forget);
    }
    return opening;
  };

  const use = async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
    if (Date.now() < silentUntil) throw new Error('the queue did not answer a moment ago');
    return within(PRODUCER_TIMEOUT_MS, async () => {
      const opened = await open();
      if (!opened.reachable()) throw new Error('the queue is not connected');
      return work(opened);
    }).catch((error: unknown) => {
      if (error instanceof NoAnswer) silentUntil = Date.now() + SILENT_MS;
      throw error;
    });
  };

  return {
    add: (name, payload, { id, delayMs = 0 }) =>
      use(async ({ queue }) => {
        await queue.add(name, payload, {
          jobId: id,
          removeOnComplete: true,
          removeOnFail: true,
          ...(delayMs > 0 ? { delay: delayMs } : {}),
        });
      }),
    has: (id) => use(async ({ queue }) => (await queue.getJob(id)) !== undefined),
    remove: (id) =>
      use(async ({ queue }) => {
        await queue.remove(id);
      }),
    waiting: () => use(({ queue }) => queue.getWaitingCount()),
    ping: () =>
      use(async (opened) => {
        await opened.queue.waitUntilReady();
        await opened.ping();
      }),
    close: async () => {
      closed = true;
      const current = opening;
      opening = undefined;
      await current?.then((opened) => opened.end()).catch(() => {});
    },
  };
}
