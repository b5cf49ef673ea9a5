import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const alias = [
  { find: /^@domain\//, replacement: `${at('./server/domain')}/` },
  { find: /^@\//, replacement: `${at('./')}` },
];

/** One project per layer; two forks at most, for two cores. Layers that need a database start the cluster first. */
const layer = (name: string, include: string[], database: boolean, testTimeout = 15_000) => ({
  resolve: { alias },
  test: {
    name,
    include,
    testTimeout,
    hookTimeout: 60_000,
    pool: 'forks' as const,
    ...(database ? { globalSetup: ['tests/support/cluster.ts'] } : {}),
  },
});

export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: 2,
    projects: [
      layer('domain', ['tests/{domain,components}/**/*.test.ts', 'tests/bench/*.test.ts'], false),
      layer('architecture', ['tests/architecture/**/*.test.ts'], false),
      layer(
        'database',
        ['tests/{db,services,trpc,auth,agents,net,crypto,queue,live,scripts}/**/*.test.ts'],
        true,
        30_000,
      ),
      layer('workers', ['tests/workers/**/*.test.ts'], true, 60_000),
      layer('faults', ['tests/faults/**/*.test.ts'], true, 180_000),
      layer('soak', ['tests/soak/**/*.test.ts'], true, 300_000),
      layer('figures', ['tests/figures/**/*.test.ts'], true, 300_000),
      layer('journeys', ['tests/journeys/**/*.test.ts'], true, 300_000),
    ],
  },
});
