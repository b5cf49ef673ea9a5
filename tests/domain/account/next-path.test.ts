import { safeNextPath } from '@domain/account/next-path';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it.each(['/', '/o/acme', '/o/acme/runs?x=1#top', '/a/../b', '/ünï', '/?next=https://evil.example'])(
  'goes to our own path %j',
  (path) => {
    expect(safeNextPath(path)).toBe(
      new URL(path, 'http://own.invalid').href.replace('http://own.invalid', ''),
    );
  },
);

it.each([
  ...[
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'evil',
  ],
  ...['javascript:alert(1)', '/\t/evil.example', '/\n/evil.example', ' //evil.example', '/..//evil.example'],
  ...['/.//evil.example', '/a/..//evil.example', '', null, undefined, `/${'x'.repeat(3_000)}`, '/%00\u0000'],
])('goes home instead of to %j', (path) => {
  expect(safeNextPath(path)).toBe('/');
});

it('never leaves the site, whatever is asked', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    'evil.example',
    'http',
    '\t',
    '%2f',
    '?',
    '#',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const base = 'https://troupe.example';
      expect(new URL(safeNextPath(pieces.join('')), base).origin).toBe(base);
      expect(new URL(safeNextPath(`/${pieces.join('')}`), base).origin).toBe(base);
    }),
    { numRuns: 5_000 },
  );
});
