import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { quantile } from '../../bench/statistics';

export type Figure = { figure: string; bar: string; measured: string; met: boolean };

/** Prints a figure, and hands it to `npm run bench` when that has asked (TROUPE_FIGURES: a file, one JSON a line). */
export function recordFigure(figure: Figure): void {
  const load = loadavg()[0] ?? 0;
  console.log(`${figure.figure}: ${figure.measured} (bar ${figure.bar}; load ${load.toFixed(1)})`);
  const file = process.env.TROUPE_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** `p50 12 ms, p95 30 ms, p99 41 ms` of times in ms. */
export const spread = (ms: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((q) => `p${q * 100} ${quantile(ms, q).toFixed(0)} ms`).join(', ');
