import { env } from '../env';

/** Where the queue and the live bus run. */
export type Backend = { kind: 'redis'; url: string } | { kind: 'postgres'; url: string };

/**
 * The one place that decides: REDIS_URL set → Redis, the production way; unset → PostgreSQL, for one machine.
 * @throws when neither address is set.
 */
export function backend(): Backend {
  const { REDIS_URL, TROUPE_QUEUE_DATABASE_URL } = env();
  if (REDIS_URL) return { kind: 'redis', url: REDIS_URL };
  if (TROUPE_QUEUE_DATABASE_URL) return { kind: 'postgres', url: TROUPE_QUEUE_DATABASE_URL };
  throw new Error('Environment: set REDIS_URL, or TROUPE_QUEUE_DATABASE_URL for the queue on PostgreSQL');
}
