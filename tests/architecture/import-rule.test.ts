import { describe, expect, it } from 'vitest';
import { breaches, cycles } from './import-rule';
import { imports } from './imports';
import { LAYERS } from './layers';
import { sources } from './sources';

const breachesOf = (path: string, text: string) => breaches({ path, text }, imports({ path, text }));

describe('the import rule', () => {
  it('holds in every file', () => {
    const found = sources().flatMap((source) => breaches(source, imports(source)));
    expect(found).toEqual([]);
  });

  it('has a layer for every file of server, workers, components and app', () => {
    const loose = sources().filter(
      ({ path }) =>
        /^(server|workers|components|app)\//.test(path) && !LAYERS.some((layer) => layer.path.test(path)),
    );
    expect(loose.map(({ path }) => path)).toEqual([]);
  });

  it('reports the file, the line and what was imported', () => {
    expect(
      breachesOf('server/domain/run/fact.ts', "import { z } from 'zod';\nimport pg from 'pg';\n"),
    ).toEqual(['server/domain/run/fact.ts:2: domain may not import pg']);
  });

  it.each([
    ['server/domain/a.ts', "import { env } from '../env';", 'server/env'],
    ['server/domain/a.ts', "import { readFileSync } from 'node:fs';", 'node:*'],
    ['server/db/a.ts', "import { startRun } from '../services/run/start';", 'server/services/run/start'],
    ['server/services/run/a.ts', "export * from '../../trpc/init';", 'server/trpc/init'],
    ['components/ui/a.tsx', "import { useQuery } from '@tanstack/react-query';", '@tanstack/react-query'],
    ['components/ui/a.tsx', "const x = await import('@/server/db/client');", 'server/db/client'],
    ['app/o/page.tsx', "import type { AppRouter } from '@/server/trpc/root';", 'server/trpc/root'],
    ['workers/a.ts', "import { appClient } from '../server/db/client';", 'server/db/client'],
  ])('refuses in %s: %s', (path, text, target) => {
    expect(breachesOf(path, text).join()).toContain(target);
  });

  it('lets the client of the browser import the router as a type only', () => {
    expect(
      breachesOf('app/_trpc/client.ts', "import type { AppRouter } from '../../server/trpc/root';"),
    ).toEqual([]);
    expect(
      breachesOf('app/_trpc/client.ts', "import { router } from '../../server/trpc/root';"),
    ).toHaveLength(1);
  });

  it('does not read an import in a comment', () => {
    expect(breachesOf('server/domain/a.ts', "// import pg from 'pg';\n/* import x from 'next'; */")).toEqual(
      [],
    );
  });
});

describe('imports', () => {
  it('make no cycle', () => {
    const all = sources().filter(({ path }) => !path.startsWith('tests/'));
    const graph = new Map(
      all.map((source) => [
        source.path,
        imports(source)
          .filter((one) => one.ours && !one.typeOnly)
          .map((one) => one.target),
      ]),
    );
    expect(cycles(graph).map((cycle) => cycle.join(' → '))).toEqual([]);
  });

  it('that make a cycle are found', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
    ]);
    expect(cycles(graph)).toEqual([['a', 'b', 'c', 'a']]);
  });
});
