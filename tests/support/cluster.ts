import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../scripts/migrate';

const MIGRATIONS = 'prisma/migrations';
/** Passwords of the test cluster's roles: nothing but tests ever runs on it. */
export const TEST_PASSWORD = 'troupe-test-only';
export const ROLES = ['troupe_app', 'troupe_auth', 'troupe_queue', 'troupe_purge'];

const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (!name.endsWith('.toml')) hash.update(readFileSync(join(MIGRATIONS, name, 'migration.sql')));
  }
  return hash.digest('hex').slice(0, 12);
};

/** Vitest's global set-up: a cluster with one migrated template database, which each test file copies. */
export default async function setup(): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set: run the tests by `npm test`, which starts PostgreSQL');
  const template = `troupe_template_${fingerprint()}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query('SELECT pg_advisory_lock(4711)');
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (!rowCount) {
      await admin.query(`CREATE DATABASE ${template}`);
      const target = new URL(url);
      target.pathname = `/${template}`;
      try {
        await migrate(target.href);
      } catch (error) {
        await admin.query(`DROP DATABASE ${template}`);
        throw error;
      }
      for (const role of ROLES) await admin.query(`ALTER ROLE ${role} LOGIN PASSWORD '${TEST_PASSWORD}'`);
    }
  } finally {
    await admin.end();
  }
  process.env.TROUPE_TEST_CLUSTER = url;
  process.env.TROUPE_TEST_TEMPLATE = template;
  return async () => {};
}
