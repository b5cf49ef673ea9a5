import { CostList } from '@domain/cost/cost';
import { numberedName, safeName } from '@domain/files/name';
import { MemoryPropose } from '@domain/memory/memory';
import { decodeCursor } from '@domain/page';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const ORG = '01900000-0000-7000-8000-000000000000';
const cursorOf = (...keys: string[]): string => btoa(encodeURIComponent(JSON.stringify([ORG, ...keys])));

describe('what a client sends is refused before the database has to', () => {
  it.each([
    ['NUL', 'a\u0000b'],
    ['a NUL alone', '\u0000'],
  ])('a cursor with %s', (_, key) => {
    expect(() => decodeCursor(ORG, cursorOf('1', key), z.tuple([z.string(), z.string()]))).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    );
  });

  it.each(['0000-01-01', '0001-05-01', '1969-12-31', '9999-12-31'])(
    'a day that no account has: %s',
    (day) => {
      expect(CostList.safeParse({ by: 'day', from: day }).success).toBe(false);
      expect(CostList.safeParse({ by: 'day', until: day }).success).toBe(false);
    },
  );

  it.each([
    [1e-50, 0],
    [5e-324, 0],
    [0.12345, 0.123],
    [1, 1],
  ])('an importance of %s is kept as %s', (given, kept) => {
    const statement = { scope: 'team', holderId: ORG, category: 'fact', content: 'x', importance: given };
    expect(MemoryPropose.parse(statement).importance).toBe(kept);
  });

  it('a further copy of a file keeps its number however long its name is', () => {
    const long = safeName(`${'a'.repeat(250)}.txt`);
    expect(numberedName(long, 2)).toMatch(/^a+ \(2\)\.txt$/);
    expect(numberedName(long, 10)).not.toBe(numberedName(long, 2));
    expect(new TextEncoder().encode(numberedName(safeName('я'.repeat(300)), 99)).length).toBeLessThanOrEqual(
      200,
    );
    expect(numberedName('plan', 2)).toBe('plan (2)');
  });
});
