import { join } from 'node:path';
import pg from 'pg';
import { runProgram } from './run-program';
import type { Variables } from './variables';

export const DEMO_EMAIL = 'demo@troupe.example';

export type Demo = { email: string; password: string };

/** The demo organization, made by prisma/seed.ts through the product's own verbs unless it is there already. */
export async function seedDemo(env: Variables, password: string): Promise<Demo> {
  if (!(await exists(env.TROUPE_AUTH_DATABASE_URL))) {
    await runProgram('tsx', [join('prisma', 'seed.ts'), 'demo'], 'make the demo organization', {
      ...env,
      TROUPE_DEMO_EMAIL: DEMO_EMAIL,
      TROUPE_DEMO_PASSWORD: password,
    });
  }
  return { email: DEMO_EMAIL, password };
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
