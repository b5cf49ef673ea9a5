import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { interval, verdicts } from './figures';
import { type HeatResult, parseHeat } from './heat';
import { withEarlier } from './kept';
import { openModel } from './model';
import { startModelServer } from './model-server';
import { parseOptions } from './options';
import { renderReport } from './report';
import type { Outcome, Sample } from './rounds';
import { median, quantile, ratio } from './statistics';
import { cases } from './workloads';

const result = (ms: number, stepMs: number[] = []): HeatResult => ({
  contestant: 'x',
  version: '1',
  mode: 'default',
  workload: 'w1',
  steps: 5,
  model: 'inprocess',
  wallMs: ms,
  runs: [{ ms, stepMs }],
});
const sample = (contestant: string, round: number, ms: number): Sample => ({
  case: 'w1',
  round,
  contestant,
  result: result(ms),
});
const rounds = (ours: number[], theirs: number[]): Sample[] => [
  ...ours.map((ms, i) => sample('troupe-redis', i + 1, ms)),
  ...theirs.map((ms, i) => sample('dbos', i + 1, ms)),
];
const page = (outcome: Outcome, args: string[] = []) =>
  renderReport(
    {
      date: new Date(0),
      machine: [],
      commit: { medianMs: 1, p95Ms: 2, fsync: 'on', method: 'fdatasync', synchronous: 'on' },
      outcome,
      product: [],
      cases: cases(false),
    },
    parseOptions(args),
  );

describe('the figures of the benchmark', () => {
  it('takes the middle value, and says that nothing has none', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5);
    expect(median([])).toBeNaN();
  });

  it('gives a ratio whose interval holds it, the same at each reading', () => {
    const pairs = [5, 6, 7, 8, 9, 6, 7, 8, 7].map((ours, i) => ({ ours, theirs: 10 + (i % 3) }));
    const measured = ratio(pairs);
    expect(measured.low).toBeLessThanOrEqual(measured.value);
    expect(measured.high).toBeGreaterThanOrEqual(measured.value);
    expect(measured.high - measured.low).toBeGreaterThan(0);
    expect(ratio(pairs)).toEqual(measured);
    expect(interval(measured)).toMatch(/^\d\.\d\d \(\d\.\d\d–\d\.\d\d\)$/);
  });

  it('meets a bar only with the far end of the interval', () => {
    const steady = verdicts(rounds([8, 8, 8, 8, 8], [10, 10, 10, 10, 10]), cases(false));
    expect(steady).toMatchObject([{ bar: '< 1', met: true, measured: '0.80 (0.80–0.80), dbos' }]);
    const shaky = verdicts(rounds([8, 12, 8, 12, 8], [10, 10, 10, 10, 10]), cases(false));
    expect(shaky).toMatchObject([{ met: false }]);
  });

  it('measures growth as the last 100 steps against the steps 11–110', () => {
    const stepMs = Array.from({ length: 1_000 }, (_, i) => (i < 10 ? 50 : i >= 900 ? 1.5 : 1));
    const samples = [{ case: 'w4-1000', round: 1, contestant: 'troupe-redis', result: result(1, stepMs) }];
    expect(verdicts(samples, cases(false))).toMatchObject([{ bar: '≤ 1.2', met: false }]);
  });

  it('names heats that gave no result, and calls few rounds no claim', () => {
    const failures = [{ case: 'w2', round: 2, contestant: 'dbos', reason: 'it broke\nfar below' }];
    const text = page({ samples: rounds([8], [10]), failures }, ['--rounds', '2']);
    expect(text).toContain('| w2 | 2 | dbos | it broke |');
    expect(text).toContain('no claim');
    expect(page({ samples: rounds([8], [10]), failures: [] })).not.toContain('no claim');
  });

  it('refuses a heat that is none and a contestant that nobody knows', () => {
    expect(() => parseHeat('{"workload":"w1","steps":0,"runs":1}')).toThrow('whole numbers');
    expect(() => parseHeat('{"workload":"w9"}')).toThrow('which workload');
    expect(() => parseOptions(['--contestants', 'nobody'])).toThrow('no such contestant: nobody');
  });

  it('asks the model over HTTP for about 1 KB, whole', async () => {
    const server = await startModelServer();
    try {
      expect(await openModel(server.url)('prompt', 1)).toHaveLength(1_024);
      expect(server.requests()).toBe(1);
    } finally {
      await server.close();
    }
  });
});

describe('a page that keeps what was not measured now', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'results.json');
  afterAll(() => rmSync(folder, { recursive: true }));
  const w2 = { ...sample('dbos', 1, 2), case: 'w2' };
  const figure = { figure: 'lists', bar: '≤ 1', measured: '1', met: true };

  it('has each case from one run alone', () => {
    writeFileSync(
      file,
      JSON.stringify({ samples: [sample('dbos', 1, 1), w2], failures: [], product: [figure] }),
    );
    const now = { outcome: { samples: [sample('dbos', 1, 9)], failures: [] }, product: [] };
    expect(withEarlier(now, file)).toEqual({
      outcome: { samples: [w2, sample('dbos', 1, 9)], failures: [] },
      product: [figure],
    });
  });

  it('is what was measured now where nothing was before', () => {
    const now = { outcome: { samples: [w2], failures: [] }, product: [] };
    expect(withEarlier(now, join(folder, 'none.json'))).toEqual(now);
  });
});
