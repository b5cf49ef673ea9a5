import { mkdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataHome } from '../postgres/home';
import { generateClient } from '../start/generate';
import { sole } from '../start/sole';
import type { Variables } from '../start/variables';
import { budgeted, killRunning } from './budgeted';
import { add, type Counts, closingLine, none, one, suiteCounts } from './counts';
import { type Services, startServices } from './services';
import { EVERYDAY, FAULTS, FULL, QUICK, SOAK, type Suite, TOTAL_BUDGET } from './suites';

const bin = (name: string) => (isAbsolute(name) ? name : join('node_modules', '.bin', name));

type Run = Extract<Suite['run'], { projects: string[] }>;

const vitestArguments = ({ projects, oneByOne, files, without }: Run, report: string): string[] => [
  ...['run', '--passWithNoTests', ...projects.flatMap((project) => ['--project', project])],
  ...(files ?? []),
  ...(without ?? []).flatMap((pattern) => ['--exclude', pattern]),
  ...(oneByOne ? ['--no-file-parallelism'] : []),
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
];

async function runSuite(suite: Suite, env: Variables, budget: number, folder: string): Promise<Counts> {
  console.log(`\n── ${suite.name} (at most ${Math.round(budget)} s)`);
  const report = join(folder, `${suite.name.replace(/\W+/g, '-')}.json`);
  rmSync(report, { force: true });
  const counted = 'projects' in suite.run;
  const [program, args, extra] =
    'projects' in suite.run
      ? ['vitest', vitestArguments(suite.run, report), suite.run.env]
      : [suite.run.program, suite.run.args, undefined];
  const ended = await budgeted(bin(program), args, { ...env, ...extra }, budget * 1_000);
  const counts = counted ? suiteCounts(report, ended.succeeded) : one(ended.succeeded);
  const verdict = ended.overrun ? 'killed: over its budget' : ended.succeeded ? 'ok' : 'failed';
  console.log(`── ${suite.name}: ${verdict} in ${ended.seconds.toFixed(1)} s (${closingLine(counts)})`);
  return counts;
}

/** `--steps` (10,000) that are asked for, `--minutes` (60) at most, `--seed`; the page is for long ones. @throws on others */
function soakOf(args: string[]): Variables {
  const { values } = parseArgs({
    args,
    options: {
      soak: { type: 'boolean' },
      steps: { type: 'string', default: '10000' },
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string' },
    },
  });
  const { steps, minutes, seed } = values;
  return {
    SOAK_STEPS: steps,
    SOAK_MINUTES: minutes,
    ...(seed !== undefined && { SOAK_SEED: seed }),
    ...(Number(steps) >= 10_000 && { SOAK_PAGE: 'docs/soak.md' }),
  };
}

/**
 * The test command. `--quick`: types, lint, domain and architecture, without a database. `--full`: the long fault
 * runs on both queues. `--faults`: those alone, on Redis, and a smoke of them on PostgreSQL. `--soak`: see `soakOf`. Ends with one line of
 * counts; the exit code is 0 only when nothing failed.
 */
export async function main(args: string[]): Promise<number> {
  const quick = args.includes('--quick');
  const faults = args.includes('--faults');
  const soak = args.includes('--soak');
  const full = faults || soak || args.includes('--full');
  const suites = quick ? QUICK : soak ? SOAK : faults ? FAULTS : full ? FULL : EVERYDAY;
  const total = full ? Number.POSITIVE_INFINITY : TOTAL_BUDGET;
  const begun = performance.now();
  const folder = join(dataHome(), quick ? 'verify' : 'test');
  mkdirSync(folder, { recursive: true });
  const letGo = quick ? () => {} : sole(dataHome(), 'test');
  let services: Services | undefined;
  let stopped = false;
  const stop = async () => {
    stopped = true;
    killRunning();
    await services?.stop();
    letGo();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(130)));
  }
  let counts = none();
  try {
    await generateClient();
    const env: Variables = {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      TROUPE_TEST_FULL: full ? '1' : '',
      ...(soak && soakOf(args)),
    };
    if (!quick) {
      services = await startServices(folder);
      Object.assign(env, services.env);
      // One of the tests' own is used by address, file by file: a queue for all would mix them up.
      env.REDIS_URL = '';
    }
    for (const suite of suites) {
      if (stopped) break;
      const left = total - (performance.now() - begun) / 1_000;
      counts = add(counts, await runSuite(suite, env, Math.max(1, Math.min(suite.budget, left)), folder));
    }
  } finally {
    await stop();
  }
  console.log(`\n${Math.round((performance.now() - begun) / 1_000)} s\n${closingLine(counts)}`);
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}
