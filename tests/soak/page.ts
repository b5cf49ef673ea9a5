import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Counts } from '../support/fake-openai/types';
import type { Hits } from './storm';

export type Soaked = {
  seed: number;
  /** Steps that were asked for, and those of the runs that were started. */
  asked: number;
  steps: number;
  runs: number;
  seconds: number;
  hits: Hits;
  calls: Counts;
  /** Ends of the runs, by status. */
  ends: Record<string, number>;
  /** Steps that had a further attempt, and calls of which nobody knows what became of them. */
  retried: number;
  unknown: number;
  breaches: string[];
};

/** `docs/soak.md`: what the last long soak went through and found. */
export function writePage(path: string, soaked: Soaked): void {
  const { seed, asked, steps, runs, seconds, hits, calls, ends, retried, unknown, breaches } = soaked;
  const rows = (all: [string, string | number][]): string =>
    all.map(([name, value]) => `| ${name} | ${value} |`).join('\n');
  const count = (value: number): string => value.toLocaleString('en');
  const page = `# Soak

Runs of several protocols on three worker processes, a PostgreSQL with \`fsync\` on, a Redis with an append-only file and a model server, all of the soak's own, while random faults strike every half second. At the end everything is healed, every run has to end, each worker has to do five more steps, no connection may be left, and the checker of the fault tests looks at every run's journal, rows, ledger, audit and at what the model server has seen.

\`npm run test:soak -- --steps ${asked} --seed ${seed}\` does it again; times differ, so the same seed does not give the same moments.

| what it went through | |
|---|---|
${rows([
  ['steps', count(steps)],
  ['runs', count(runs)],
  ['minutes', (seconds / 60).toFixed(1)],
  ['seed', seed],
  ['workers killed', hits.kills],
  ['workers paused, half of them beyond their lease', hits.pauses],
  ['queue emptied (FLUSHALL)', hits.flushes],
  ['Redis killed and started again', hits.redisRestarts],
  ['PostgreSQL crashed and started again', hits.databaseRestarts],
  ['machine', `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`],
])}

| what became of it | |
|---|---|
${rows([
  [
    'runs ended',
    Object.entries(ends)
      .map(([status, n]) => `${count(n)} ${status}`)
      .join(', '),
  ],
  ['further attempts of steps', count(retried)],
  ['calls at the model server', count(calls.calls)],
  ['finished, aborted there', `${count(calls.finished)}, ${count(calls.aborted)}`],
  ['calls listed as unknown', count(unknown)],
  ['the same call twice', count(calls.duplicates)],
  ['what the checker found', breaches.length === 0 ? 'nothing' : breaches.join('; ')],
])}

A run ends \`failed\` when one of its steps has lost its worker three times: that is the limit of attempts, not a loss.
`;
  writeFileSync(path, page);
}
