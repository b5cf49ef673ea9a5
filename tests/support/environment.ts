/** What every test process is set to: keys that protect nothing, and model servers of its own machine. */
export const TEST_SETTINGS = {
  NEXTAUTH_SECRET: 'test-secret-test-secret-test-secret-1',
  TROUPE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  TROUPE_ALLOW_LOCAL_PROVIDERS: 'true',
};

/** The environment of tests that need no database: addresses that nothing listens on. Call it before any use. */
export function plainEnvironment(patch: Record<string, string> = {}): void {
  Object.assign(process.env, {
    TROUPE_URL: 'http://localhost:3000',
    TROUPE_APP_DATABASE_URL: 'postgresql://app@127.0.0.1:54321/none',
    TROUPE_AUTH_DATABASE_URL: 'postgresql://auth@127.0.0.1:54321/none',
    ...TEST_SETTINGS,
    TROUPE_LOG_LEVEL: 'silent',
    ...patch,
  });
}
