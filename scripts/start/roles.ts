import pg from 'pg';
import type { Secrets } from './secrets';
import type { Variables } from './variables';

/** Role of the database → variable that holds its address, and its generated password. */
export const ROLES = [
  { role: 'troupe_app', variable: 'TROUPE_APP_DATABASE_URL', secret: 'app' },
  { role: 'troupe_auth', variable: 'TROUPE_AUTH_DATABASE_URL', secret: 'auth' },
  { role: 'troupe_queue', variable: 'TROUPE_QUEUE_DATABASE_URL', secret: 'queue' },
  { role: 'troupe_purge', variable: 'TROUPE_PURGE_DATABASE_URL', secret: 'purge' },
] as const;

type Role = (typeof ROLES)[number]['role'];
export type Passwords = Partial<Record<Role, string>>;

/** The generated passwords of the roles whose address is not given: who gives an address chose its password. */
export const generatedPasswords = (secrets: Secrets, given: Variables): Passwords =>
  Object.fromEntries(
    ROLES.filter(({ variable }) => !given[variable]).map(({ role, secret }) => [role, secrets[secret]]),
  );

/** The passwords that given addresses carry, for a deployment that sets the roles up from them. */
export function passwordsOf(given: Variables): Passwords {
  const passwords: Passwords = {};
  for (const { role, variable } of ROLES) {
    const address = given[variable];
    if (!address) continue;
    const { username, password } = new URL(address);
    if (username === role && password) passwords[role] = decodeURIComponent(password);
  }
  return passwords;
}

/** The address of the same database for another role. */
export function roleUrl(migrator: string, role: string, password: string): string {
  const url = new URL(migrator);
  url.username = role;
  url.password = encodeURIComponent(password);
  return url.href;
}

/**
 * Lets roles of the migrations sign in with these passwords and gives the queue's role its schema. Repeatable;
 * needs CREATEROLE.
 */
export async function openRoles(migrator: string, passwords: Passwords): Promise<void> {
  const client = new pg.Client({ connectionString: migrator });
  await client.connect();
  try {
    await client.query('BEGIN');
    // Two starts at once would trip over each other's change of the same role.
    await client.query('SELECT pg_advisory_xact_lock(47112)');
    for (const [role, password] of Object.entries(passwords)) {
      await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
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
