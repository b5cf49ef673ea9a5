import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploy } from '../../scripts/db/deploy';
import { migrate } from '../../scripts/migrate';
import { startCluster, stopCluster } from '../../scripts/postgres/cluster';
import { generatedPasswords, openRoles, ROLES, roleUrl } from '../../scripts/start/roles';
import { secrets } from '../../scripts/start/secrets';
import { temporaryFolder } from './temporary';

// Roles and passwords belong to the whole cluster, so this file has one of its own.
const home = temporaryFolder();
const place = { home, name: 'postgres' };
const kept = secrets(home);
/** Not a superuser: what a hosted PostgreSQL gives to whoever deploys. */
let migrator: string;

const MIGRATIONS = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

async function run(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const sql of statements) rows = (await client.query(sql)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Prisma's command line takes seconds to start, and more on a busy machine. */
const PATIENCE = 90_000;

const prisma = (...args: string[]) =>
  spawnSync(join('node_modules', '.bin', 'prisma'), args, {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: migrator, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
  });

beforeAll(async () => {
  const cluster = await startCluster({ ...place, password: kept.postgres });
  await run(
    cluster.url(),
    "CREATE ROLE deployer LOGIN CREATEDB CREATEROLE PASSWORD 'deployer-password'",
    'CREATE DATABASE troupe OWNER deployer',
  );
  migrator = `postgresql://deployer:deployer-password@127.0.0.1:${cluster.port}/troupe`;
});
afterAll(() => stopCluster(place));

describe('the migrations', () => {
  it('are applied in order by a role that is no superuser, and only once', async () => {
    expect(await migrate(migrator)).toEqual(MIGRATIONS);
    expect(await migrate(migrator)).toEqual([]);
  });

  it(
    "are noted as Prisma's own command notes them: it finds nothing pending and nothing changed",
    () => {
      const deployed = prisma('migrate', 'deploy');
      expect(`${deployed.stdout}${deployed.stderr}`).toContain('No pending migrations to apply');
      const status = prisma('migrate', 'status');
      expect([status.status, status.stdout]).toEqual([
        0,
        expect.stringContaining('Database schema is up to date'),
      ]);
    },
    PATIENCE,
  );

  it(
    'make the schema of schema.prisma, no more and no less',
    () => {
      const diff = prisma(
        ...['migrate', 'diff', '--from-migrations', 'prisma/migrations'],
        ...['--to-schema', 'prisma/schema.prisma', '--exit-code', '--script'],
      );
      expect([diff.status, diff.stdout]).toEqual([0, expect.stringContaining('empty migration')]);
    },
    PATIENCE,
  );

  it('wait for each other when two processes apply them at once', async () => {
    const other = migrator.replace(/troupe$/, 'second');
    await run(migrator, 'CREATE DATABASE second');
    const both = await Promise.all([migrate(other), migrate(other)]);
    expect(both.map((names) => names.length).sort()).toEqual([0, MIGRATIONS.length]);
  });
});

describe('the roles', () => {
  it('can sign in with the generated passwords, however often this is done', async () => {
    await openRoles(migrator, generatedPasswords(kept, {}));
    await openRoles(migrator, generatedPasswords(kept, {}));
    for (const { role, secret } of ROLES) {
      expect(await run(roleUrl(migrator, role, kept[secret]), 'SELECT current_user AS name')).toEqual([
        { name: role },
      ]);
    }
  });

  it('keep the password that whoever deploys gave them', async () => {
    await run(migrator, "ALTER ROLE troupe_app PASSWORD 'their own'");
    await openRoles(migrator, generatedPasswords(kept, { TROUPE_APP_DATABASE_URL: 'set' }));
    expect(await run(roleUrl(migrator, 'troupe_app', 'their own'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('get the passwords of the given addresses when a deployment is migrated', async () => {
    const address = roleUrl(migrator, 'troupe_auth', 'with @:/ in it');
    expect(await deploy({ DATABASE_URL: migrator, TROUPE_AUTH_DATABASE_URL: address })).toEqual([]);
    expect(await run(address, 'SELECT current_user AS name')).toEqual([{ name: 'troupe_auth' }]);
  });

  it('leave the schema of the queue to its role and nothing else', async () => {
    const sql = `SELECT nspname AS name FROM pg_namespace WHERE nspowner = 'troupe_queue'::regrole`;
    expect(await run(migrator, sql)).toEqual([{ name: 'bullmq' }]);
    const queue = roleUrl(migrator, 'troupe_queue', kept.queue);
    await expect(run(queue, 'SELECT * FROM public.run')).rejects.toThrow(/permission denied/);
    await expect(run(queue, 'CREATE TABLE public.mine (id int)')).rejects.toThrow(/permission denied/);
  });
});
