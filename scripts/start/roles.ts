import pg from 'pg';
import type { Secrets } from './secrets';

/** Role of the database → variable that holds its address, and its generated password. */
export const ROLES = [
  { role: 'troupe_app', variable: 'TROUPE_APP_DATABASE_URL', secret: 'app' },
  { role: 'troupe_auth', variable: 'TROUPE_AUTH_DATABASE_URL', secret: 'auth' },
  { role: 'troupe_queue', variable: 'TROUPE_QUEUE_DATABASE_URL', secret: 'queue' },
  { role: 'troupe_purge', variable: 'TROUPE_PURGE_DATABASE_URL', secret: 'purge' },
] as const;

/** The address of the same database for another role. */
export function roleUrl(migrator: string, role: string, password: string): string {
  const url = new URL(migrator);
  url.username = role;
  url.password = encodeURIComponent(password);
  return url.href;
}

/**
 * Lets the roles of the migrations sign in and gives the queue's role its schema. A role whose address is set in
 * `given` keeps the password that its owner chose. Repeatable; needs CREATEROLE.
 */
export async function openRoles(
  migrator: string,
  secrets: Secrets,
  given: Record<string, string | undefined>,
): Promise<void> {
  const client = new pg.Client({ connectionString: migrator });
  await client.connect();
  try {
    await client.query('BEGIN');
    // Two starts at once would trip over each other's change of the same role.
    await client.query('SELECT pg_advisory_xact_lock(47112)');
    for (const { role, variable, secret } of ROLES) {
      if (given[variable]) continue;
      await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(secrets[secret])}`);
    }
    const { rows } = await client.query("SELECT FROM pg_namespace WHERE nspname = 'bullmq'");
    if (rows.length === 0) {
      // Who makes a schema for another role must be able to become that role.
      await client.query('GRANT troupe_queue TO CURRENT_USER');
      await client.query('CREATE SCHEMA bullmq AUTHORIZATION troupe_queue');
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
