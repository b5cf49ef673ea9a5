import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The advisory lock that Prisma's own migrate takes, so the two never run side by side. */
const PRISMA_LOCK = 72707369;

const TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" ("id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ, "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ, "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

/**
 * Applies the pending migrations of `dir` and keeps `_prisma_migrations` as Prisma does, without its command
 * line: for containers, the two commands and tests. `prisma migrate deploy` afterwards finds nothing pending.
 * @returns the names applied, in order. @throws when one failed before (P3009) or fails now (P3018).
 */
export async function migrate(url: string, dir = 'prisma/migrations'): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_LOCK]);
    await client.query(TABLE);
    // The roles are made by the migrations, which then act as them. Since PostgreSQL 16 a maker that is no
    // superuser may do so only when it asks for it beforehand.
    await client.query(
      "SELECT set_config(name, 'set, inherit', false) FROM pg_settings WHERE name = 'createrole_self_grant'",
    );
    const { rows } = await client.query(
      'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
    );
    const failed = rows.find((row) => !row.finished_at);
    if (failed) throw new Error(`P3009: migration ${failed.migration_name} failed before; resolve it first`);
    const done = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    const applied: string[] = [];
    for (const name of await migrationNames(dir)) {
      const sql = await readFile(join(dir, name, 'migration.sql'), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      if (done.has(name)) {
        if (done.get(name) !== checksum) console.warn(`warning: ${name} was modified after it was applied`);
        continue;
      }
      await applyOne(client, name, sql, checksum);
      applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function migrationNames(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

async function applyOne(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  const id = randomUUID();
  await client.query(
    'INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at) VALUES ($1, $2, $3, now())',
    [id, checksum, name],
  );
  try {
    await client.query(sql);
  } catch (error) {
    const message = (error as Error).message;
    await client.query('UPDATE "_prisma_migrations" SET logs = $2 WHERE id = $1', [id, message]);
    throw new Error(`P3018: ${name}: ${message}`);
  }
  await client.query(
    'UPDATE "_prisma_migrations" SET finished_at = now(), applied_steps_count = 1 WHERE id = $1',
    [id],
  );
}

if (process.argv[1]?.endsWith('migrate.ts')) {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set');
  const applied = await migrate(url);
  console.log(applied.length ? `applied ${applied.join(', ')}` : 'nothing to apply');
}
