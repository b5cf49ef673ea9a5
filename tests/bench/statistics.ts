/** The middle value, the mean of the two in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Linear between the two nearest values; `q` from 0 to 1. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined) return Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

export type Interval = { value: number; low: number; high: number };

const RESAMPLES = 10_000;

/**
 * `figure` of the rounds and its 95 % percentile interval by bootstrap: whole rounds are drawn with replacement, so
 * what two contestants shared in a round (a busy disk) stays paired. The same rounds give the same interval.
 */
export function bootstrap<Round>(
  rounds: readonly Round[],
  figure: (drawn: readonly Round[]) => number,
): Interval {
  const random = mulberry32(20_260_101);
  const drawn = Array.from({ length: RESAMPLES }, () =>
    figure(rounds.map(() => rounds[Math.floor(random() * rounds.length)] as Round)),
  );
  return { value: figure(rounds), low: quantile(drawn, 0.025), high: quantile(drawn, 0.975) };
}

export type Pair = { ours: number; theirs: number };

/** Median of ours ÷ median of theirs, with its interval. */
export function ratio(rounds: readonly Pair[]): Interval {
  return bootstrap(
    rounds,
    (drawn) => median(drawn.map(({ ours }) => ours)) / median(drawn.map(({ theirs }) => theirs)),
  );
}

/** A small generator with a seed; Math.random would give another interval at each reading. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
