import type { Variables } from '../start/variables';

export type Suite = {
  name: string;
  /** A program of node_modules with its arguments; Vitest's projects report their own counts. */
  run:
    | { program: string; args: string[] }
    | {
        projects: string[];
        env?: Variables;
        oneByOne?: boolean;
        /** Parts of file names: these files alone. */
        files?: string[];
        /** Patterns of files that are left out. */
        without?: string[];
      };
  /** Seconds after which the runner kills the suite and counts it as failed. */
  budget: number;
};

/** Seconds of a whole `npm test`: what is left of them caps each suite. */
export const TOTAL_BUDGET = 40 * 60;

const vitest = (project: string, budget: number, env?: Variables): Suite => ({
  name: project,
  run: { projects: [project], env },
  budget,
});
/** Files that start processes of their own and wait for them: never two at a time. */
const heavy = (project: string, budget: number, env?: Variables): Suite => ({
  name: project,
  run: { projects: [project], env, oneByOne: true },
  budget,
});
const program = (name: string, budget: number, bin: string, ...args: string[]): Suite => ({
  name,
  run: { program: bin, args },
  budget,
});

const types = program('types', 180, 'tsc', '--noEmit', '-p', '.');
const lint = program('lint', 120, 'biome', 'check', '--error-on-warnings', '.');
const build = program('build', 400, process.execPath, 'scripts/build.mjs');

/** Cheapest first; one after the other, because two cores lie when two heavy jobs share them. */
export const QUICK: Suite[] = [
  types,
  lint,
  { name: 'domain, architecture', run: { projects: ['domain', 'architecture'] }, budget: 240 },
];
export const EVERYDAY: Suite[] = [
  ...QUICK,
  vitest('database', 600),
  vitest('workers', 400),
  heavy('faults', 1_000),
  build,
  heavy('figures', 300),
  heavy('journeys', 960),
];

const faultsOn = (queue: 'redis' | 'postgres', rest: { files?: string[]; without?: string[] }): Suite => ({
  name: `faults on ${queue}`,
  run: { projects: ['faults'], env: { TROUPE_TEST_QUEUE: queue }, oneByOne: true, ...rest },
  budget: 7_200,
});
/** What these break is Redis itself. */
const OF_REDIS = ['tests/faults/redis/**'];

/** Every fault on both queues, with the longer outages and the higher counts of kills. */
export const FULL: Suite[] = [
  ...EVERYDAY.map((suite) => ({ ...suite, budget: suite.budget * 6 })),
  faultsOn('postgres', { without: OF_REDIS }),
  heavy('soak', 1_800, { SOAK_STEPS: '2000', SOAK_MINUTES: '15' }),
];

/** Steps of several protocols under every fault at once, for as long as it is told to. */
export const SOAK: Suite[] = [heavy('soak', 14_400)];

/** Every fault as in `FULL` on Redis; on PostgreSQL's queue those that lose, repeat and hand on jobs. */
export const FAULTS: Suite[] = [
  faultsOn('redis', {}),
  faultsOn('postgres', { files: ['faults/crash', 'faults/fence', 'faults/workers', 'faults/cancel'] }),
];
