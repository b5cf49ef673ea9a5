import { describe, expect, it } from 'vitest';
import { type Source, sources, withoutComments } from './sources';

/** `numbersOf('T', '3-5, 9')`: T-3, T-4, T-5, T-9. */
const numbersOf = (prefix: string, spans: string): string[] =>
  spans.split(',').flatMap((span) => {
    const [first = 0, last = first] = span.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, n) => `${prefix}-${first + n}`);
  });

/** What the product promises today. A number stands in the title of each test that proves it. */
const PROMISED = [
  ...numbersOf('T', '3-7, 13-26, 28-33, 35-36, 38-80, 106-114, 116-117, 119-123, 125-131'),
  ...numbersOf('TX', '3, 5, 7, 14'),
  ...numbersOf('H', '20-23, 27, 29, 31-39, 41-43, 50-57, 61, 64-70, 75, 78, 84-87, 89, 92'),
  ...numbersOf('K', '48-49, 54'),
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
