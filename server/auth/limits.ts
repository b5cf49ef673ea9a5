import { DomainError } from '@domain/errors';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { authPool } from '../db/pools';

/** How often something may be tried: `points` in `seconds`, counted in the database for all processes. */
const LIMITS = {
  /** Wrong passwords for one address from one place. */
  sign_in_pair: { points: 10, seconds: 15 * 60 },
  /** Wrong passwords from one place, whatever the address: one password against many people. */
  sign_in_ip: { points: 100, seconds: 15 * 60 },
  sign_up_ip: { points: 30, seconds: 60 * 60 },
  /** Wrong current passwords of one signed-in person. */
  change_password: { points: 10, seconds: 15 * 60 },
  create_organization: { points: 20, seconds: 24 * 60 * 60 },
} as const;
export type Limit = keyof typeof LIMITS;

let built: { pool: unknown; of: Map<Limit, RateLimiterPostgres> } | undefined;

function limiter(limit: Limit): RateLimiterPostgres {
  const pool = authPool();
  if (built?.pool !== pool) built = { pool, of: new Map() };
  let found = built.of.get(limit);
  if (!found) {
    found = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: limit,
      points: LIMITS[limit].points,
      duration: LIMITS[limit].seconds,
    });
    built.of.set(limit, found);
  }
  return found;
}

/**
 * Counts one try, before it is made, so that tries side by side cannot pass together.
 * @throws too_many_requests with the seconds until the next one counts.
 */
export async function countTry(limit: Limit, key: string): Promise<void> {
  try {
    await limiter(limit).consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new DomainError('too_many_requests', 'Too many tries, wait a while', {
      retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    });
  }
}

/** Takes one counted try back: it turned out to be a good one. */
export async function forgiveTry(limit: Limit, key: string): Promise<void> {
  await limiter(limit).reward(key);
}

/** Forgets every counted try. */
export async function forgetTries(limit: Limit, key: string): Promise<void> {
  await limiter(limit).delete(key);
}
