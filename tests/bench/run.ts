import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataHome } from '../../scripts/postgres/home';
import { openArena } from './arena';
import { measureCommitTime } from './commit-time';
import { describeMachine } from './machine';
import { parseOptions } from './options';
import { renderReport } from './report';
import { COMMITS_ID, runRounds } from './rounds';
import { cases } from './workloads';

const PEERS = 'tests/bench/peers';

/** The peers are installed apart, once, and again when their lock has changed. */
function installPeers(): void {
  const lock = readFileSync(join(PEERS, 'package-lock.json'), 'utf8');
  const note = join(PEERS, 'node_modules', '.installed-lock');
  if (existsSync(note) && readFileSync(note, 'utf8') === lock) return;
  const npm = spawnSync('npm', ['ci', '--prefix', PEERS], { stdio: 'inherit' });
  if (npm.status !== 0) throw new Error('the peers could not be installed');
  writeFileSync(note, lock);
}

const options = parseOptions(process.argv.slice(2));
installPeers();
const chosen = cases(options.quick).filter(({ id }) => !options.only.length || options.only.includes(id));
const commits = !options.only.length || options.only.includes(COMMITS_ID);
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
  const outcome = await runRounds(arena, { rounds, cases: chosen, commits, contestants }, console.log);
  writeFileSync(join(dataHome(), 'bench', 'results.json'), JSON.stringify({ machine, commit, ...outcome }));
  mkdirSync(dirname(options.out), { recursive: true });
  writeFileSync(options.out, renderReport({ date, machine, commit, outcome, cases: chosen }, options));
  console.log(`written: ${options.out}`);
  process.exitCode = outcome.failures.length ? 1 : 0;
} finally {
  await arena.close();
}
