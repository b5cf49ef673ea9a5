import { describe, expect, it } from 'vitest';
import { type Source, sources } from './sources';

const LIMITS = { median: 100, p90: 200, longest: 300 };

const linesOf = ({ text }: Source): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** What breaks the size budget: files that are too long, then the median and the 90th percentile of all. */
function overruns(all: Source[]): string[] {
  const sizes = all.map((source) => ({ path: source.path, lines: linesOf(source) }));
  sizes.sort((a, b) => a.lines - b.lines);
  const quantile = (q: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * q))]?.lines ?? 0;
  const found = sizes
    .filter(({ lines }) => lines > LIMITS.longest)
    .map(({ path, lines }) => `${path}: ${lines}`);
  if (quantile(0.5) > LIMITS.median) found.push(`median: ${quantile(0.5)}`);
  if (quantile(0.9) > LIMITS.p90) found.push(`p90: ${quantile(0.9)}`);
  return found;
}

const file = (path: string, lines: number): Source => ({ path, text: 'x\n'.repeat(lines) });

describe('the size budget', () => {
  it('holds: median, 90th percentile and the longest file', () => {
    expect(overruns(sources())).toEqual([]);
  });

  it('reports a file that is too long, and names it', () => {
    expect(
      overruns([file('a.ts', 10), file('b.ts', 20), ...Array(20).fill(file('c.ts', 5)), file('d.ts', 301)]),
    ).toEqual(['d.ts: 301']);
  });

  it('reports a median and a 90th percentile that grew', () => {
    expect(overruns(Array(10).fill(file('a.ts', 101)))).toEqual(['median: 101']);
    expect(overruns([...Array(8).fill(file('a.ts', 9)), ...Array(2).fill(file('b.ts', 201))])).toEqual([
      'p90: 201',
    ]);
  });
});
