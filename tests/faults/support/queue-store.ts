import { Redis } from 'ioredis';
import type { TestDatabase } from '../../support/database';
import type { TestRedis } from '../../support/redis';

/** Which store the queue of a fault test stands on: Redis, or PostgreSQL when the suite is run for that one. */
export const ON_POSTGRES = process.env.TROUPE_TEST_QUEUE === 'postgres';

/** Loses every job at once, as FLUSHALL does; on PostgreSQL all that BullMQ's tables hold, its migrations aside. */
export async function emptyQueue(db: TestDatabase, redis: TestRedis): Promise<void> {
  if (!ON_POSTGRES) {
    const queue = new Redis(redis.url);
    await queue.flushall();
    queue.disconnect();
    return;
  }
  const { rows } = await db.admin.query(
    `SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS tables FROM pg_tables
     WHERE schemaname = 'bullmq' AND tablename NOT LIKE '%migration%'`,
  );
  if (rows[0].tables) await db.admin.query(`TRUNCATE ${rows[0].tables}`);
}

/** Whether this job (see `stepJobId`) has come to the queue: a start does not wait for the one that it rings. */
export async function holdsJob(db: TestDatabase, redis: TestRedis, jobId: string): Promise<boolean> {
  if (ON_POSTGRES) {
    const there = await db.admin.query(`SELECT to_regclass('bullmq.job') IS NOT NULL AS made`);
    if (!there.rows[0].made) return false;
    const { rows } = await db.admin.query(
      `SELECT EXISTS (SELECT FROM bullmq.job j WHERE j::text LIKE '%' || $1 || '%') AS held`,
      [jobId],
    );
    return rows[0].held;
  }
  const queue = new Redis(redis.url);
  const keys = await queue.keys(`*${jobId}*`);
  queue.disconnect();
  return keys.length > 0;
}
