import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { files } from './sources';

/** The folders below tests/ that a Vitest configuration names, `{a,b}` spelled out. */
const suiteFolders = (config: string): Set<string> =>
  new Set(
    [...config.matchAll(/'tests\/(\{[^}]*\}|[\w-]+)\//g)].flatMap((match) =>
      (match[1] ?? '').replace(/[{}]/g, '').split(','),
    ),
  );

const orphans = (paths: string[], config: string): string[] => {
  const known = suiteFolders(config);
  return paths.filter((path) => path.endsWith('.test.ts') && !known.has(path.split('/')[1] ?? ''));
};

describe('every test file', () => {
  it('belongs to a suite that the runner runs', () => {
    expect(orphans(files('tests'), readFileSync('vitest.config.ts', 'utf8'))).toEqual([]);
  });

  it('that belongs to none is reported', () => {
    const config = "include: ['tests/{db,net}/**/*.test.ts', 'tests/domain/**/*.test.ts']";
    const paths = [
      'tests/db/a.test.ts',
      'tests/net/a.test.ts',
      'tests/domain/a.test.ts',
      'tests/crypto/a.test.ts',
    ];
    expect(orphans(paths, config)).toEqual(['tests/crypto/a.test.ts']);
  });
});
