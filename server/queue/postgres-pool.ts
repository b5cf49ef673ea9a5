import { runMigrations } from 'bullmq';
import pg from 'pg';
import { log } from '../log';

/** The schema that role `troupe_queue` owns; nothing else is in its reach. */
const SCHEMA = 'bullmq';
/** Of the four connections that a process may hold for queue and bus: one is the bus's. */
const POOL_MAX = 3;

type Held = { pool: pg.Pool; holders: number; migrated: Promise<void> | undefined };
const held = new Map<string, Held>();

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_MAX,
    options: `-c search_path=${SCHEMA}`,
    application_name: 'troupe-queue',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 10_000,
  });
  // Each queue and worker of BullMQ listens here as well, for as long as the pool lives.
  pool.setMaxListeners(0);
  // An idle client that loses its server emits here; the next query gets a new one.
  pool.on('error', (error) => log().debug({ err: error.message }, 'queue pool'));
  return pool;
}

/**
 * The process's one small pool of the queue, with its tables up to date. Producers and workers hold it
 * together; it ends with the last `release()`.
 */
export async function holdQueuePool(url: string): Promise<{ pool: pg.Pool; release(): Promise<void> }> {
  let entry = held.get(url);
  if (!entry) {
    entry = { pool: openPool(url), holders: 0, migrated: undefined };
    held.set(url, entry);
  }
  const mine = entry;
  mine.holders++;
  let released = false;
  const release = async () => {
    // A holder may let go twice (it was closed, and its loop ended): the others still hold the pool.
    if (released) return;
    released = true;
    if (--mine.holders > 0) return;
    if (held.get(url) === mine) held.delete(url);
    await mine.pool.end();
  };
  mine.migrated ??= migrate(mine.pool);
  try {
    await mine.migrated;
  } catch (error) {
    mine.migrated = undefined;
    await release();
    throw error;
  }
  return { pool: mine.pool, release };
}

/**
 * BullMQ's own migrations, once for all processes (they take an advisory lock). The schema itself is made by
 * whoever makes the roles: this role may not create one, so that statement is left out.
 */
async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(
      {
        query: async <R>(text: string, params?: readonly unknown[]) => {
          if (text.startsWith('CREATE SCHEMA')) return { rows: [], rowCount: 0 };
          const { rows, rowCount } = await client.query(text, params ? [...params] : undefined);
          return { rows: rows as R[], rowCount };
        },
      },
      SCHEMA,
    );
  } finally {
    client.release();
  }
}
