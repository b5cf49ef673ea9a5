import type { Figure } from '../figures/support/figure';
import type { CommitTime } from './commit-time';
import { CONTESTANTS } from './contestants';
import { byRound, growthInterval, interval, ratioOf, verdicts } from './figures';
import type { Machine } from './machine';
import type { Options } from './options';
import { COMMITS_ID, type Outcome, type Sample } from './rounds';
import { median } from './statistics';
import type { Case } from './workloads';

export type Facts = {
  date: Date;
  machine: Machine;
  commit: CommitTime;
  outcome: Outcome;
  product: Figure[];
  cases: Case[];
};

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const present = (samples: Sample[]) =>
  CONTESTANTS.filter(({ id }) => samples.some(({ contestant }) => contestant === id));

/** The whole page; the same outcome gives the same page. */
export function renderReport(facts: Facts, options: Options): string {
  const { samples, failures } = facts.outcome;
  const parts = [
    '# Benchmarks',
    `Written by \`npm run bench\` on ${facts.date.toISOString().slice(0, 10)}; edits are lost at the next run.`,
    options.quick || options.rounds < 9
      ? `> **A quick look, no claim**: ${options.rounds} rounds${options.quick ? ' of shortened workloads' : ''}; a claim needs 9.`
      : '',
    failures.length ? failureSection(facts.outcome) : '',
    '## Bars',
    barTable(samples, facts),
    '## Results',
    ...facts.cases.map((one) => caseSection(samples, one)),
    growthSection(samples),
    commitSection(samples),
    '## Contestants',
    contestantTable(samples),
    '## Machine',
    table(['', ''], machineRows(facts)),
    '## How to repeat',
    HOW,
    '## How to read this',
    NOTES,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function failureSection({ failures }: Outcome): string {
  const rows = failures.map((one) => [
    one.case,
    `${one.round}`,
    one.contestant,
    one.reason.split('\n')[0] ?? '',
  ]);
  return `**Heats without a result**, missing from the medians below:\n\n${table(['case', 'round', 'contestant', 'reason'], rows)}`;
}

function barTable(samples: Sample[], { cases, product }: Facts): string {
  const rows = [...verdicts(samples, cases), ...product].map(({ figure, bar, measured, met }) => [
    ...[figure, bar, measured],
    bar === 'none' ? '–' : met ? 'yes' : '**no**',
  ]);
  return rows.length
    ? table(['figure', 'bar', 'measured (95 % interval)', 'met'], rows)
    : 'None was measured.';
}

function caseSection(samples: Sample[], one: Case): string {
  const here = present(samples.filter((sample) => sample.case === one.id));
  if (here.length === 0) return '';
  const ours = here.filter((contestant) => contestant.ours);
  const rows = here.map(({ id }) => {
    const values = [...byRound(samples, one, id).values()];
    const range = `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
    const ratios = ours.map((mine) => {
      const measured = mine.id === id ? undefined : ratioOf(samples, one, mine.id, id);
      return measured ? interval(measured) : '–';
    });
    return [id, median(values).toFixed(2), range, ...parts(samples, one, id), `${values.length}`, ...ratios];
  });
  const head = [
    'contestant',
    one.unit,
    'range',
    'start to first step, ms',
    'one step, ms',
    'rounds',
    ...ours.map(({ id }) => `${id} ÷ it`),
  ];
  return `### ${one.title}\n\n${table(head, rows)}`;
}

/** What a run costs before its first step (the start's own work and the way to a worker), and each step alone. */
function parts(samples: Sample[], one: Case, contestant: string): string[] {
  const runs = samples
    .filter((sample) => sample.case === one.id && sample.contestant === contestant)
    .flatMap(({ result }) => result.runs);
  const lead = median(runs.map(({ ms, stepMs }) => ms - stepMs.reduce((sum, step) => sum + step, 0)));
  return [lead.toFixed(2), median(runs.flatMap(({ stepMs }) => stepMs)).toFixed(2)];
}

function growthSection(samples: Sample[]): string {
  const rows = present(samples).flatMap(({ id }) => {
    const measured = growthInterval(samples, id);
    return measured ? [[id, interval(measured)]] : [];
  });
  const title = '### W4: last 100 steps ÷ steps 11–110 of a run of 1,000';
  return rows.length ? `${title}\n\n${table(['contestant', 'ratio of median step times'], rows)}` : '';
}

function commitSection(samples: Sample[]): string {
  const rows = samples.flatMap(({ case: id, contestant, result: { commits } }) => {
    if (id !== COMMITS_ID || !commits) return [];
    const window = commits.includesStart ? 'with the start' : 'from after the start';
    const maintenance = (commits.maintenance / commits.steps).toFixed(2);
    const idle = commits.idlePerSecond.toFixed(2);
    return [[contestant, commits.perStep.toFixed(2), maintenance, `${commits.steps}`, idle, window]];
  });
  const head = [
    'contestant',
    'WAL fsyncs per step',
    'of which maintenance',
    'steps',
    'idle per second',
    'window',
  ];
  return rows.length ? `### Commits per step of W1\n\n${table(head, rows)}` : '';
}

function contestantTable(samples: Sample[]): string {
  const rows = present(samples).map(({ id }) => {
    const result = samples.find(({ contestant }) => contestant === id)?.result;
    return [id, result?.contestant ?? '', result?.version ?? '', result?.mode ?? ''];
  });
  return table(['id', 'product', 'version', 'durability'], rows);
}

function machineRows({ machine, commit }: Facts): string[][] {
  const { fsync, method, synchronous, medianMs, p95Ms } = commit;
  return [
    ...machine.map(({ label, value }) => [label, value]),
    ['Durability of PostgreSQL', `fsync ${fsync}, synchronous_commit ${synchronous}, ${method}`],
    ['One committed row', `${medianMs.toFixed(2)} ms median, ${p95Ms.toFixed(2)} ms p95`],
  ];
}

const HOW = `\`npm run bench\` installs the peers (\`tests/bench/peers\`, versions pinned), starts a PostgreSQL and a Redis of its own, runs everything and writes this page; \`redis-server\` must be installed. \`-- --quick\` takes minutes and writes \`.troupe/bench/quick.md\`; \`-- --rounds 15\`, \`-- --only w1,w4-1000,commits,product\` and \`-- --contestants troupe-redis,dbos\` narrow or widen it, and with \`--keep\` the rest of the page stays as it was measured last. Raw times are kept in \`.troupe/bench/results.json\`. Leave the machine alone meanwhile.`;

const NOTES = `- One process per contestant and heat, on a database of its own that is new each time, after a warm-up of the same shape. Rounds are interleaved and their order turns, so a busy minute falls on all. The figure is the median over rounds; the interval is a paired bootstrap over rounds.
- A run's time ends when the code that started it knows that it ended. A step's time goes from the call of its model to the call of the next one's; the last step's to the end of the run.
- The model answers about 1 KB at once, in process; or from another process over HTTP, streamed, with 8 pieces.
- Ours runs with rights, row-level security, audit, ledger and budget on. The peers have none of these and do less for each step.
- DBOS has no queue between steps of a workflow, graphile-worker one before each; LangGraph writes a checkpoint and the step's writes. Each is in its strictest durable mode.
- graphile-worker's run ends with the commit of its last result; it removes that last job behind it. It is a queue, and the chain on it is ours.
- Commits are WAL fsyncs of the whole server (\`pg_stat_io\`) with its idle rate taken off; nobody else is on it. Where a contestant can take starts and work later, its starts are left out.
- List and get, streams, delivery and cancel are measured on the built product by the tests in \`tests/figures\`, which hold them to their bars in each \`npm test\` as well; the clients are a process of their own.
- Recovery after a killed worker, a lost queue, a lost database and FLUSHALL is held by the tests in \`tests/faults\`.
- A model call of a real provider takes seconds; the time per step here is what the engine adds to it.`;
