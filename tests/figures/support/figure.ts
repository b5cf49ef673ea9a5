import { appendFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { expect } from 'vitest';
import { quantile } from '../../bench/statistics';

export type Figure = { figure: string; bar: string; measured: string; met: boolean };

/** Load of the machine, over a minute, at and above which something else is at work on it. */
const BUSY_LOAD = 3;
const loadBefore = loadavg()[0] ?? 0;

/**
 * Holds a figure to its bar; on a machine that was busy with other things when the file began only to `loosely`.
 * Prints it in both cases.
 */
export function holdFigure(figure: Figure, loosely: boolean): void {
  recordFigure(figure);
  expect(loadBefore < BUSY_LOAD ? figure.met : loosely, `${figure.measured} (bar ${figure.bar})`).toBe(true);
}

/** Prints a figure, and hands it to `npm run bench` when that has asked (TROUPE_FIGURES: a file, one JSON a line). */
function recordFigure(figure: Figure): void {
  const load = loadavg()[0] ?? 0;
  console.log(`${figure.figure}: ${figure.measured} (bar ${figure.bar}; load ${load.toFixed(1)})`);
  const file = process.env.TROUPE_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** `p50 12 ms, p95 30 ms, p99 41 ms` of times in ms. */
export const spread = (ms: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((q) => `p${q * 100} ${quantile(ms, q).toFixed(0)} ms`).join(', ');
