import { describe, expect, it } from 'vitest';
import { at, type Source, sources, withoutComments } from './sources';

/** Banned wherever they stand in a name; the others only as the whole name. */
const BANNED_WORDS = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'manager']);
const BANNED_NAMES = new Set([...BANNED_WORDS, 'lib', 'data', 'info']);

/** Next's own spelling around a name: (group), _private, and [parameter], which is an identifier of the code. */
const bare = (segment: string): string =>
  /^\[{1,2}(?:\.\.\.)?[a-z]\w*\]{1,2}$/.test(segment) ? 'parameter' : segment.replace(/^_+|^\(|\)$/g, '');

function wrongNames(paths: string[]): string[] {
  return paths.flatMap((path) => {
    const segments = path.split('/').map(bare);
    const names = segments.map((segment, index) =>
      index === segments.length - 1 ? (segment.split('.')[0] ?? '') : segment,
    );
    const notKebab = names.find((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name));
    if (notKebab !== undefined) return [`${path}: "${notKebab}" is not kebab-case`];
    const banned = names.find(
      (name) => BANNED_NAMES.has(name) || name.split('-').some((word) => BANNED_WORDS.has(word)),
    );
    return banned === undefined ? [] : [`${path}: "${banned}" says nothing`];
  });
}

function wrongFunctions(source: Source): string[] {
  const text = withoutComments(source.text);
  return [...text.matchAll(/\b(?:function|const|let)\s+((?:handle|do)[A-Z]\w*)/g)].map((match) =>
    at(source, match.index, `${match[1]} says nothing of what it does`),
  );
}

describe('names', () => {
  it('of files are kebab-case and say something', () => {
    expect(wrongNames(sources().map(({ path }) => path))).toEqual([]);
  });

  it('of functions are not handleX or doX', () => {
    const outside = sources().filter(({ path }) => !path.startsWith('tests/architecture/'));
    expect(outside.flatMap(wrongFunctions)).toEqual([]);
  });

  it.each([
    'server/db/tenantTx.ts',
    'components/RunView.tsx',
    'server/utils/id.ts',
    'app/(public)/data.ts',
    'workers/queue-manager.ts',
    'server/lib.test.ts',
  ])('refuses %s', (path) => {
    expect(wrongNames([path])).toHaveLength(1);
  });

  it("knows Next's own spelling", () => {
    expect(
      wrongNames([
        'app/(public)/o/[org]/[runId]/page.tsx',
        'app/api/trpc/[...trpc]/route.ts',
        'app/_trpc/client.ts',
      ]),
    ).toEqual([]);
  });

  it('reports a handleX with its line', () => {
    const text =
      '\nconst handleClick = () => {};\n// const doNothing\nconst doorway = 1;\nfunction doIt() {}\n';
    expect(wrongFunctions({ path: 'a.tsx', text })).toEqual([
      'a.tsx:2: handleClick says nothing of what it does',
      'a.tsx:5: doIt says nothing of what it does',
    ]);
  });
});
