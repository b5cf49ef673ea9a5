import { z } from 'zod';

/** The only reader of `process.env`. Unset or malformed values fail at start, by name. */
const Variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /** Public address of the web server: absolute links and the origin check come from it, never from a header. */
  TROUPE_URL: z.url().default('http://localhost:3000'),
  /** Connections of the application's role (tenant tables behind row-level security). */
  TROUPE_APP_DATABASE_URL: z.string().min(1),
  /** Connections of the auth role (users, sessions, credentials). */
  TROUPE_AUTH_DATABASE_URL: z.string().min(1),
  /** Connections of the queue's role; used only while REDIS_URL is unset. */
  TROUPE_QUEUE_DATABASE_URL: z.string().optional(),
  /** Set: the queue and the live bus run on Redis. Unset: on PostgreSQL, for one machine. */
  REDIS_URL: z.string().optional(),
  /** Signs next-auth's own cookies. */
  NEXTAUTH_SECRET: z.string().min(32),
  /** Encryption keys of stored secrets: `id:base64(32 bytes)`, newest first, separated by commas. */
  TROUPE_ENCRYPTION_KEYS: z.string().min(40),
  /** Lets providers on loopback addresses be reached (development, tests). */
  TROUPE_ALLOW_LOCAL_PROVIDERS: z.stringbool().default(false),
  /** Connections per pool and process. */
  TROUPE_POOL_MAX: z.coerce.number().int().min(1).max(200).default(10),
  /** Steps that one worker process runs at the same time. */
  TROUPE_WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(500).default(20),
  /** Lease of a claimed step, in ms; tests shrink it. */
  TROUPE_LEASE_MS: z.coerce.number().int().min(100).default(15_000),
  /** Time between two sweeps of a worker, in ms. */
  TROUPE_SWEEP_MS: z.coerce.number().int().min(50).default(5_000),
  /** Hours from a run's close after which its files are swept. */
  TROUPE_SCRATCH_TTL_HOURS: z.coerce.number().int().min(1).max(87_600).default(168),
  /** Time between two words of the demo model, in ms; 0: the whole answer at once. */
  TROUPE_DEMO_WORD_MS: z.coerce.number().int().min(0).default(15),
  /** Silence of a model server after which a call is given up, in ms; tests shrink it. */
  TROUPE_MODEL_SILENCE_MS: z.coerce.number().int().min(50).default(60_000),
  /** Number of trusted proxies in front of the web server: which hop of X-Forwarded-For counts. */
  TROUPE_TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Points of the code at which a fault test may stop or break this process; empty outside tests. */
  TROUPE_FAILPOINTS: z.string().default(''),
  TROUPE_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});
/** Checked beside the others, so that one start names everything that is wrong. */
const Env = Variables.refine((set) => set.NODE_ENV !== 'production' || !set.TROUPE_FAILPOINTS, {
  path: ['TROUPE_FAILPOINTS'],
  message: 'breaks this process on purpose; it is for tests only',
  when: () => true,
});
export type Env = z.infer<typeof Env>;

/** Checks variables as `env` does; an empty one counts as unset. */
export const parseEnv = (variables: Record<string, string | undefined>) =>
  Env.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')));

let parsed: Env | undefined;

/** The environment, parsed at first use. @throws one Error that lists every wrong variable. */
export function env(): Env {
  if (parsed) return parsed;
  const result = parseEnv(process.env);
  if (!result.success) throw new Error(`Environment: ${z.prettifyError(result.error)}`);
  parsed = result.data;
  // next-auth takes its address from the environment alone; a second setting could only disagree.
  process.env.NEXTAUTH_URL = parsed.TROUPE_URL;
  return parsed;
}
