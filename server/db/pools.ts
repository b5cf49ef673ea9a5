import pg from 'pg';
import { env } from '../env';

/** Pool settings have no sane defaults: each wait here has an end, after which the edge answers 503. */
const BOUNDS = {
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  keepAlive: true,
  statement_timeout: 10_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 3_000,
};

// bigint columns hold micro-dollars and token counts, all far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const pools = new Map<string, pg.Pool>();

function pool(name: string, url: string): pg.Pool {
  let found = pools.get(name);
  if (!found) {
    found = new pg.Pool({
      ...BOUNDS,
      connectionString: url,
      max: env().TROUPE_POOL_MAX,
      application_name: `troupe-${name}`,
    });
    // An idle client that loses its server emits here; the next query gets a new one.
    found.on('error', () => {});
    pools.set(name, found);
  }
  return found;
}

/** Role `troupe_app`: every tenant table, behind row-level security. */
export const appPool = (): pg.Pool => pool('app', env().TROUPE_APP_DATABASE_URL);
/** Role `troupe_auth`: users, credentials, sessions. */
export const authPool = (): pg.Pool => pool('auth', env().TROUPE_AUTH_DATABASE_URL);
/** The engine's own connections, so that a page full of queries never keeps a heartbeat waiting. */
export const enginePool = (): pg.Pool => pool('engine', env().TROUPE_APP_DATABASE_URL);

export async function closePools(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map((p) => p.end()));
}
