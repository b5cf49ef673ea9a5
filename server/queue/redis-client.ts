import { Redis, type RedisOptions } from 'ioredis';
import { log } from '../log';

/** Longest pause between two attempts to reconnect, in ms: a returned Redis is in use again within it. */
const RECONNECT_MAX_MS = 2_000;
/** A producer's command fails after this many ms: no request waits longer for the queue. */
export const PRODUCER_TIMEOUT_MS = 2_000;

const ROLES = {
  /** Fails quickly and keeps nothing for later: what was not rung is rung by the sweep. */
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: PRODUCER_TIMEOUT_MS },
  /** Waits for Redis to come back; BullMQ demands endless retries of its workers. */
  consumer: { maxRetriesPerRequest: null },
  /** Of the live bus: what is said while it connects leaves a little later or not at all. */
  publisher: { maxRetriesPerRequest: 1, commandTimeout: PRODUCER_TIMEOUT_MS, enableAutoPipelining: true },
  subscriber: { maxRetriesPerRequest: null, autoResubscribe: true },
} satisfies Record<string, RedisOptions>;

/** A connection for one role. Whoever opens it ends it with `disconnect()`. */
export function openRedis(url: string, role: keyof typeof ROLES): Redis {
  const client = new Redis(url, {
    ...ROLES[role],
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), RECONNECT_MAX_MS),
    connectionName: `troupe-${role}`,
  });
  client.on('error', (error) => log().debug({ err: error.message, role }, 'redis connection'));
  client.on('ready', () => log().debug({ role }, 'redis ready'));
  return client;
}

/** The queue's store answers, but is not fit for it: trying again does not help. */
export class UnfitStore extends Error {}

/**
 * Refuses a Redis that may drop jobs and warns of one that forgets them at a restart.
 * @throws UnfitStore, saying what to set.
 */
export async function checkRedis(client: Redis): Promise<void> {
  const [memory, persistence] = [await client.info('memory'), await client.info('persistence')];
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
  if (policy && policy !== 'noeviction') {
    throw new UnfitStore(
      `Redis evicts keys (maxmemory-policy is ${policy}): set "maxmemory-policy noeviction", or the queue loses jobs`,
    );
  }
  if (/^aof_enabled:0/m.test(persistence)) {
    log().warn(
      'Redis runs without an append-only file: a restart of it delays work until the next sweep (set "appendonly yes")',
    );
  }
}
