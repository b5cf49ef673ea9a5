import { type Heat, widthOf } from '../heat';

/** Points the process to the heat's database and back end; before anything reads the environment. */
export function setEnvironment(heat: Heat): { adminUrl: string } {
  const adminUrl = process.env.BENCH_DATABASE_URL;
  const password = process.env.BENCH_ROLE_PASSWORD;
  if (!adminUrl || !password) throw new Error('BENCH_DATABASE_URL or BENCH_ROLE_PASSWORD is not set');
  const as = (role: string): string => {
    const url = new URL(adminUrl);
    url.username = role;
    url.password = password;
    return url.href;
  };
  Object.assign(process.env, {
    TROUPE_APP_DATABASE_URL: as('troupe_app'),
    TROUPE_AUTH_DATABASE_URL: as('troupe_auth'),
    TROUPE_QUEUE_DATABASE_URL: as('troupe_queue'),
    NEXTAUTH_SECRET: 'bench-secret-bench-secret-bench-secret',
    TROUPE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    TROUPE_ALLOW_LOCAL_PROVIDERS: 'true',
    TROUPE_POOL_MAX: `${Math.max(10, heat.concurrency + 2, Math.min(20, widthOf(heat)))}`,
    TROUPE_LOG_LEVEL: process.env.TROUPE_LOG_LEVEL ?? 'error',
  });
  return { adminUrl };
}
