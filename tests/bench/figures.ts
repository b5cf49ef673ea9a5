import { CONTESTANTS } from './contestants';
import { COMMITS_ID, type Sample } from './rounds';
import { bootstrap, type Interval, median, type Pair, ratio } from './statistics';
import { type Case, growth } from './workloads';

export type Verdict = { figure: string; bar: string; measured: string; met: boolean };

const isPeer = (id: string) => CONTESTANTS.some((known) => known.id === id && !known.ours);
const oursIn = (samples: Sample[]) =>
  CONTESTANTS.filter(({ id, ours }) => ours && samples.some(({ contestant }) => contestant === id));

/** The case's number of each round. */
export function byRound(samples: Sample[], one: Case, contestant: string): Map<number, number> {
  const mine = samples.filter((sample) => sample.case === one.id && sample.contestant === contestant);
  return new Map(mine.map(({ round, result }) => [round, one.figure(result)]));
}

/** Ours ÷ theirs over the rounds that both have; undefined when there is none. */
export function ratioOf(samples: Sample[], one: Case, ours: string, theirs: string): Interval | undefined {
  const other = byRound(samples, one, theirs);
  const pairs: Pair[] = [...byRound(samples, one, ours)].flatMap(([round, value]) => {
    const match = other.get(round);
    return match === undefined ? [] : [{ ours: value, theirs: match }];
  });
  return pairs.length ? ratio(pairs) : undefined;
}

function bestPeer(samples: Sample[], one: Case): string | undefined {
  const peers = [...new Set(samples.map(({ contestant }) => contestant))].filter(isPeer);
  const measured = peers
    .map((id) => ({ id, value: median([...byRound(samples, one, id).values()]) }))
    .filter(({ value }) => !Number.isNaN(value))
    .sort((a, b) => (one.better === 'less' ? a.value - b.value : b.value - a.value));
  return measured[0]?.id;
}

export const interval = ({ value, low, high }: Interval): string =>
  `${value.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;

/** Every bar against what was measured; a ratio meets its bar only with the far end of its interval. */
export function verdicts(samples: Sample[], all: Case[]): Verdict[] {
  return oursIn(samples).flatMap(({ id }) => [
    ...against(samples, all, id, 'w1', 'W1 time per step ÷ best peer', '< 1', ({ high }) => high < 1),
    ...against(samples, all, id, 'w2', 'W2 steps per second ÷ best peer', '> 1', ({ low }) => low > 1),
    ...growthOf(samples, id),
    ...commitsOf(samples, id),
  ]);
}

function against(
  samples: Sample[],
  all: Case[],
  ours: string,
  caseId: string,
  figure: string,
  bar: string,
  holds: (measured: Interval) => boolean,
): Verdict[] {
  const one = all.find(({ id }) => id === caseId);
  const peer = one && bestPeer(samples, one);
  const measured = one && peer && ratioOf(samples, one, ours, peer);
  if (!measured) return [];
  return [
    { figure: `${figure}, ${ours}`, bar, measured: `${interval(measured)}, ${peer}`, met: holds(measured) },
  ];
}

/** Growth of each round's run of 1,000 steps. */
export function growthInterval(samples: Sample[], contestant: string): Interval | undefined {
  const rounds = samples
    .filter((sample) => sample.case === 'w4-1000' && sample.contestant === contestant)
    .map(({ result }) => growth(result));
  return rounds.length ? bootstrap(rounds, median) : undefined;
}

function growthOf(samples: Sample[], ours: string): Verdict[] {
  const measured = growthInterval(samples, ours);
  if (!measured) return [];
  const figure = `W4 last 100 steps ÷ steps 11–110 of 1,000, ${ours}`;
  return [{ figure, bar: '≤ 1.2', measured: interval(measured), met: measured.high <= 1.2 }];
}

function commitsOf(samples: Sample[], ours: string): Verdict[] {
  const commits = samples.find((sample) => sample.case === COMMITS_ID && sample.contestant === ours)?.result
    .commits;
  if (!commits) return [];
  const figure = `WAL fsyncs per step of W1, ${ours}`;
  // BullMQ's own rows are on PostgreSQL when there is no Redis, so the bar is for Redis only.
  const redis = CONTESTANTS.some(({ id, redis }) => id === ours && redis);
  const bar = redis ? '≤ 1.3' : 'none';
  return [{ figure, bar, measured: commits.perStep.toFixed(2), met: !redis || commits.perStep <= 1.3 }];
}
