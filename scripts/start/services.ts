import { statfsSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../migrate';
import { startCluster } from '../postgres/cluster';
import { dataHome } from '../postgres/home';
import { explain, PlainError } from './plain-error';
import { generatedPasswords, openRoles, ROLES, roleUrl } from './roles';
import { secrets } from './secrets';
import type { Variables } from './variables';

/** Database files, their log and a build, in bytes. */
const NEEDS = 600_000_000;
const DATABASE = 'troupe';

export type Started = {
  home: string;
  /** Everything that the web server and the worker read, and DATABASE_URL of the migrator. */
  env: Variables;
  demoPassword: string;
  /** Stops the embedded PostgreSQL; nothing for a given one. */
  stop: () => Promise<void>;
  /** The embedded PostgreSQL was running before: another command's, or left by one that was killed. */
  reused: boolean;
};

/**
 * Database, roles and migrations: the embedded PostgreSQL, or the one of DATABASE_URL. Repeatable.
 * @throws PlainError when the disk is full or the database can't be reached.
 */
export async function startServices(say: (line: string) => void): Promise<Started> {
  const home = dataHome();
  const { bavail, bsize } = statfsSync(home);
  if (bavail * bsize < NEEDS) {
    throw new PlainError(`Disk full: ${home} needs about 600 MB. Free some space, or set TROUPE_DATA_DIR.`);
  }
  const kept = secrets(home);
  const given = process.env.DATABASE_URL;
  let stop = async () => {};
  let reused = false;
  let migrator = given ?? '';
  if (!given) {
    const cluster = await startCluster({ home, name: 'postgres', password: kept.postgres }).catch((error) => {
      throw explain(error, 'starting PostgreSQL');
    });
    say(`PostgreSQL: embedded, port ${cluster.port}${cluster.reused ? ' (was still running)' : ''}`);
    stop = cluster.stop;
    reused = cluster.reused;
    migrator = cluster.url(DATABASE);
  }
  try {
    if (!given) await ensureDatabase(migrator);
    const applied = await migrate(migrator);
    if (applied.length > 0) say(`migrations applied: ${applied.join(', ')}`);
    await openRoles(migrator, generatedPasswords(kept, process.env));
  } catch (error) {
    await stop();
    throw explain(error, 'preparing the database');
  }
  const env: Variables = {
    DATABASE_URL: migrator,
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || kept.nextauth,
    TROUPE_ENCRYPTION_KEYS: process.env.TROUPE_ENCRYPTION_KEYS || kept.encryption,
    NEXT_TELEMETRY_DISABLED: '1',
  };
  for (const { role, variable, secret } of ROLES) {
    env[variable] = process.env[variable] || roleUrl(migrator, role, kept[secret]);
  }
  say(
    process.env.REDIS_URL
      ? 'queue: Redis (REDIS_URL)'
      : 'queue: PostgreSQL, for one machine; set REDIS_URL for more',
  );
  return { home, env, demoPassword: kept.demo, stop, reused };
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
  });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rows.length === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
