import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { budgeted } from '../../scripts/test/budgeted';
import { add, closingLine, none, one, suiteCounts } from '../../scripts/test/counts';
import { temporaryFolder } from './temporary';

const dir = temporaryFolder();
const report = (name: string, passed: number, failed: number, pending = 0) => {
  const file = join(dir, name);
  const counts = {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: 0,
  };
  writeFileSync(file, JSON.stringify(counts));
  return file;
};

describe('the counts of a test run', () => {
  it('are merged into one closing line', () => {
    const all = [suiteCounts(report('a', 3, 0), true), suiteCounts(report('b', 2, 1), false), one(true)];
    expect(closingLine(all.reduce(add, none()))).toBe('6 passed, 1 failed');
  });

  it('name what was skipped', () => {
    expect(closingLine(suiteCounts(report('c', 1, 0, 2), true))).toBe('1 passed, 0 failed, 2 skipped');
  });

  it('count a suite that ended badly as a failure, also without a report or a failed test', () => {
    expect(suiteCounts(join(dir, 'missing'), false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(suiteCounts(report('d', 5, 0), false)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  });
});

describe('a suite', () => {
  it('that overruns its budget is killed with its children, and fails', async () => {
    const nested = `setInterval(() => {}, 1000)`;
    const outer = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(nested)}, 'grandchild-${process.pid}'], {stdio: 'ignore'}); ${nested}`;
    const ended = await budgeted(process.execPath, ['-e', outer], process.env, 700);
    expect(ended).toMatchObject({ succeeded: false, overrun: true });
    const { commandLine } = await import('../../scripts/postgres/postmaster');
    const { readdirSync } = await import('node:fs');
    const left = readdirSync('/proc').filter(
      (pid) =>
        /^\d+$/.test(pid) &&
        commandLine(Number(pid)).includes(`grandchild-${process.pid}`) &&
        Number(pid) !== process.pid,
    );
    expect(left).toEqual([]);
  });

  it('that exits with an error fails, and one that ends well succeeds', async () => {
    expect(await budgeted(process.execPath, ['-e', 'process.exit(3)'], process.env, 10_000)).toMatchObject({
      succeeded: false,
      overrun: false,
    });
    expect(await budgeted(process.execPath, ['-e', ''], process.env, 10_000)).toMatchObject({
      succeeded: true,
    });
  });
});
