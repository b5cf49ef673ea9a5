import { describe, expect, it } from 'vitest';
import { type Source, sources, withoutComments } from './sources';

const range = (prefix: string, ...numbers: number[]) => numbers.map((number) => `${prefix}-${number}`);

/** What the product promises today. A number stands in the title of each test that proves it. */
const PROMISED = [
  ...range(
    'T',
    3,
    4,
    5,
    7,
    13,
    14,
    15,
    16,
    17,
    18,
    19,
    20,
    21,
    22,
    23,
    24,
    25,
    26,
    28,
    29,
    30,
    31,
    32,
    33,
    35,
    36,
  ),
  ...range(
    'T',
    38,
    39,
    40,
    41,
    42,
    43,
    44,
    45,
    46,
    47,
    48,
    49,
    50,
    51,
    53,
    55,
    56,
    57,
    58,
    125,
    126,
    127,
    129,
    130,
  ),
  ...range('T', 6, 52, 114),
  ...range('TX', 3, 5, 7, 14),
  ...range('H', 21, 22, 23, 52, 75, 78),
  ...range('T', 131),
  ...range('K', 48, 49, 54),
  ...range('H', 20, 27, 29, 31, 32, 33, 34, 35, 36, 37, 38, 39, 41, 42, 43, 50, 51, 53, 54, 55, 56, 57, 61),
  ...range('H', 64, 65, 66, 67, 68, 69, 70, 84, 85, 86, 87, 89, 92),
];

/** Titles in this file's own examples prove nothing. */
const OWN_EXAMPLES = 'tests/architecture/requirements.test.ts';

/** Promised, and not proven yet: this list only ever gets shorter. */
const UNPROVEN = new Set<string>();

/** The titles of a test file's tests: `it('…', …)`, `it.each(table)('…', …)`. */
function titles({ text }: Source): string[] {
  const first = /(?:\b(?:it|test)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
  return [...withoutComments(text).matchAll(first)].map((match) => match[2] ?? '');
}

/** Every number in the brackets of a title: `(T-16, T-20)`. */
const numbers = (title: string): string[] =>
  [...title.matchAll(/\(([^()]*)\)/g)].flatMap(
    (match) => (match[1] ?? '').match(/\b[A-Z]{1,2}-\d+\b/g) ?? [],
  );

describe('each promised requirement', () => {
  it('stands in the title of a test', () => {
    const tests = sources().filter(({ path }) => /^tests\/.*\.test\.ts$/.test(path) && path !== OWN_EXAMPLES);
    const proven = new Set(tests.flatMap(titles).flatMap(numbers));
    const missing = PROMISED.filter((number) => !proven.has(number) && !UNPROVEN.has(number));
    expect(missing).toEqual([]);
  });

  it('is read from titles, not from comments or other strings', () => {
    const text = [
      "it('walls every tenant (T-16, T-20)', () => {});",
      "it.each([['(T-1)', f()]])('refuses %s (K-48)', () => {});",
      "// it('later (T-2)', () => {});",
      "expect('(T-3)').toBe(1);",
    ].join('\n');
    expect(titles({ path: 'a.test.ts', text }).flatMap(numbers)).toEqual(['T-16', 'T-20', 'K-48']);
  });
});
