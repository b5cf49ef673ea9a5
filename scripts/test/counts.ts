import { existsSync, readFileSync } from 'node:fs';

export type Counts = { passed: number; failed: number; skipped: number };

export const none = (): Counts => ({ passed: 0, failed: 0, skipped: 0 });
export const one = (passed: boolean): Counts => ({ ...none(), ...(passed ? { passed: 1 } : { failed: 1 }) });

export const add = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};

/**
 * The counts of one suite from Vitest's JSON report. A suite that ended badly without a failed test (a file that
 * does not load, a leak, an overrun with no report) counts as one failure: it must never look green.
 */
export function suiteCounts(report: string, succeeded: boolean): Counts {
  const counts = none();
  if (existsSync(report)) {
    const found = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
    counts.passed = found.numPassedTests;
    counts.failed = found.numFailedTests;
    counts.skipped = found.numPendingTests + found.numTodoTests;
  }
  if (!succeeded && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** The closing line, which other programs read. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
