import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runProgram } from './run-program';
import type { Started } from './services';
import type { Variables } from './variables';

const DEMO_EMAIL = 'demo@troupe.example';

export type Demo = { email: string; password: string };

/**
 * The demo organization, made once per database by prisma/seed.ts through the product's own verbs. What people
 * change or delete of it later stays so. TROUPE_DEMO=false: none.
 */
export async function seedDemo({ home, demoPassword }: Started, env: Variables): Promise<Demo | undefined> {
  if (process.env.TROUPE_DEMO === 'false') return undefined;
  const demo = { email: DEMO_EMAIL, password: demoPassword };
  const stamp = join(home, 'demo-database');
  const { host, pathname } = new URL(String(env.DATABASE_URL));
  const database = createHash('sha256').update(`${host}${pathname}`).digest('hex');
  const complete = existsSync(stamp) && readFileSync(stamp, 'utf8') === database;
  if (complete && (await exists(env.TROUPE_AUTH_DATABASE_URL))) return demo;
  await runProgram('tsx', [join('prisma', 'seed.ts')], 'make the demo organization', {
    ...env,
    TROUPE_DEMO_EMAIL: demo.email,
    TROUPE_DEMO_PASSWORD: demo.password,
    TROUPE_LOG_LEVEL: 'warn',
  });
  writeFileSync(stamp, database);
  return demo;
}

async function exists(url: string | undefined): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT FROM "user" WHERE email = $1', [DEMO_EMAIL]);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}
