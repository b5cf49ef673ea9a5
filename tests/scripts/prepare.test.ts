import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installed, nodeProblem } from '../../scripts/prepare.mjs';
import { temporaryFolder } from './temporary';

describe('the version of Node', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.1.0', 'v24.0.0'])('%s is accepted', (version) => {
    expect(nodeProblem(version)).toBeUndefined();
  });

  it.each(['v18.20.0', 'v20.18.3', 'v16.0.0'])('%s is refused with the way out', (version) => {
    expect(nodeProblem(version)).toMatch(/needs Node 20\.19 or newer; this is Node \d+.*nodejs\.org/);
  });
});

describe('node_modules', () => {
  const dir = temporaryFolder();
  const write = (path: string, packages: object) => {
    mkdirSync(join(dir, 'node_modules'), { recursive: true });
    writeFileSync(join(dir, path), JSON.stringify({ packages }));
  };
  const wanted = {
    '': { name: 'x' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-linux': { version: '1.0.0', optional: true },
  };

  it('is out of date when it is missing', () => {
    write('package-lock.json', wanted);
    expect(installed(dir)).toBe(false);
  });

  it('is complete when it holds each package of the lock file, other platforms aside', () => {
    write('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
    expect(installed(dir)).toBe(true);
  });

  it('is out of date when a version differs', () => {
    write('node_modules/.package-lock.json', { 'node_modules/a': { version: '0.9.0' } });
    expect(installed(dir)).toBe(false);
  });
});
