import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataHome } from '../../scripts/postgres/home';
import { installed } from '../../scripts/prepare.mjs';
import { generateClient } from '../../scripts/start/generate';
import { PlainError } from '../../scripts/start/plain-error';
import { sole } from '../../scripts/start/sole';
import { requirePrograms } from '../../scripts/test/debian';
import { openArena } from './arena';
import { measureCommitTime } from './commit-time';
import { withEarlier } from './kept';
import { describeMachine } from './machine';
import { parseOptions } from './options';
import { measureProduct, PRODUCT_ID } from './product';
import { renderReport } from './report';
import { COMMITS_ID, runRounds } from './rounds';
import { cases } from './workloads';

const PEERS = 'tests/bench/peers';

/** The peers are installed apart, and again when their lock has changed. */
function installPeers(): void {
  if (installed(PEERS)) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', PEERS];
  if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0) {
    throw new PlainError('The peers could not be installed; the message of npm is above.');
  }
}

/**
 * Measures every contestant and writes the page. Answers 1 when a heat gave no result, else 0: a bar that is not met
 * is a finding, not a failure of the command. About an hour on 2 cores, a tenth with `--quick`.
 */
export async function main(args: string[]): Promise<number> {
  const options = parseOptions(args);
  const letGo = sole(dataHome(), 'bench');
  requirePrograms(['redis-server']);
  await generateClient();
  installPeers();
  const wanted = (id: string) => !options.only.length || options.only.includes(id);
  const chosen = cases(options.quick).filter(({ id }) => wanted(id));
  const commits = wanted(COMMITS_ID);
  const arena = await openArena();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => arena.close().finally(() => process.exit(130)));
  }
  try {
    const date = new Date();
    const machine = await describeMachine(arena.adminUrl);
    const commit = await measureCommitTime(arena.adminUrl);
    console.log(`one committed row: ${commit.medianMs.toFixed(2)} ms (fsync ${commit.fsync})`);
    const { rounds, contestants } = options;
    const measured = await runRounds(arena, { rounds, cases: chosen, commits, contestants }, console.log);
    const folder = join(dataHome(), 'bench');
    const results = join(folder, 'results.json');
    const fresh = {
      outcome: measured,
      product: wanted(PRODUCT_ID) ? measureProduct(arena, folder) : [],
    };
    const { outcome, product } = options.keep ? withEarlier(fresh, results) : fresh;
    writeFileSync(results, JSON.stringify({ date, machine, commit, product, ...outcome }));
    mkdirSync(dirname(options.out), { recursive: true });
    writeFileSync(
      options.out,
      renderReport(
        { date, machine, commit, outcome, product, cases: options.keep ? cases(options.quick) : chosen },
        options,
      ),
    );
    console.log(`written: ${options.out}`);
    return measured.failures.length ? 1 : 0;
  } finally {
    await arena.close();
    letGo();
  }
}
