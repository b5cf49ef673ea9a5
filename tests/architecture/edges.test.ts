import { describe, expect, it } from 'vitest';
import { imports } from './imports';
import { at, type Source, sources, withoutComments } from './sources';

/** Commands, tests and configuration files are not the product. */
const isProduct = (path: string): boolean => /^(app|components|server|workers)\//.test(path);

function environmentReads(source: Source): string[] {
  if (!isProduct(source.path) || source.path === 'server/env.ts') return [];
  return [...withoutComments(source.text).matchAll(/process\s*\.\s*env\b|process\[['"]env/g)].map((match) =>
    at(source, match.index, 'reads the environment; server/env.ts does'),
  );
}

/** The browser asks its own server, by the paths of app/_trpc; everything else goes through safeFetch. */
function fetches(source: Source): string[] {
  if (!isProduct(source.path) || /^(?:server\/net|app\/_trpc)\//.test(source.path)) return [];
  const ownServer = /^(?:app\/(?!api\/)|components\/)/.test(source.path);
  return [
    ...withoutComments(source.text).matchAll(/(?<![\w.$])(?:globalThis\.|window\.)?fetch\(\s*(.)?(.)?(.)?/g),
  ]
    .filter((match) => !(ownServer && /^['"`]\/[^/]/.test(`${match[1]}${match[2]}${match[3]}`)))
    .map((match) => at(source, match.index, 'fetches; only server/net does'));
}

/** Whatever runs a plan. A start, which compiles one, is no part of it. */
const isEngine = (path: string): boolean =>
  /^(?:server\/(?:db|live|domain\/run|services\/step)|workers)\//.test(path);

const protocolsIn = (source: Source): string[] =>
  imports(source)
    .filter(({ target }) => isEngine(source.path) && target.startsWith('server/domain/protocol/'))
    .map(({ index }) => at(source, index, 'imports a protocol; the engine knows plans'));

describe('the engine', () => {
  it('knows plans and no protocol, so that all of them run on the same one (T-38)', () => {
    expect(sources().flatMap(protocolsIn)).toEqual([]);
  });

  it('is reported where it knows one', () => {
    const text = "\nimport { compile } from '@domain/protocol/index';\n";
    expect(protocolsIn({ path: 'server/services/step/claim.ts', text })).toEqual([
      'server/services/step/claim.ts:2: imports a protocol; the engine knows plans',
    ]);
    expect(protocolsIn({ path: 'server/services/run/start.ts', text })).toEqual([]);
  });
});

describe('the environment', () => {
  it('is read in server/env.ts alone', () => {
    expect(sources().flatMap(environmentReads)).toEqual([]);
  });

  it('is reported where it is read elsewhere', () => {
    const text = 'a;\nconst x = process.env.HOME;\n// process.env\n';
    expect(environmentReads({ path: 'server/db/pools.ts', text })).toEqual([
      'server/db/pools.ts:2: reads the environment; server/env.ts does',
    ]);
    expect(environmentReads({ path: 'scripts/test/run.ts', text })).toEqual([]);
  });
});

describe('fetch', () => {
  it('is called in server/net alone', () => {
    expect(sources().flatMap(fetches)).toEqual([]);
  });

  it.each([
    ['server/agents/a.ts', 'await fetch(url)'],
    ['server/services/a.ts', 'await globalThis.fetch(url)'],
    ['workers/a.ts', "fetch('http://127.0.0.1')"],
    ['app/api/a.ts', "fetch('/x')"],
    ['components/a.tsx', "fetch('//elsewhere.example')"],
    ['components/a.tsx', 'fetch(address)'],
  ])('is reported in %s: %s', (path, text) => {
    expect(fetches({ path, text })).toHaveLength(1);
  });

  it.each([
    ['server/net/safe-fetch.ts', 'await fetch(url)'],
    ['components/a.tsx', "await fetch('/api/sign-in', { method: 'POST' })"],
    ['server/agents/a.ts', 'safeFetch(url); prefetch(x); client.fetch(y); fetchRequestHandler(z)'],
  ])('is accepted in %s: %s', (path, text) => {
    expect(fetches({ path, text })).toEqual([]);
  });
});
