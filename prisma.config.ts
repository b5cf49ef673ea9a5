import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Prisma's command line would download a native schema engine; ours answers in its place with the
// WebAssembly engine that comes from the registry.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
  new URL('./scripts/schema-engine.mjs', import.meta.url),
);

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost:5432/troupe' },
});
