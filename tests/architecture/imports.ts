import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { type Source, withoutComments } from './sources';

export type Import = {
  index: number;
  /** A file of ours (`server/db/ids.ts`) or a package's name (`zod`, `node:fs`). */
  target: string;
  ours: boolean;
  typeOnly: boolean;
};

const STATEMENT =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:[\w*\s{},$]+?\sfrom\s*)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/** Every static and dynamic import and re-export of a file. */
export function imports(source: Source, exists: (path: string) => boolean = existsSync): Import[] {
  const found: Import[] = [];
  for (const match of withoutComments(source.text).matchAll(STATEMENT)) {
    const wanted = match[2] ?? match[3] ?? '';
    const target = ownFile(source.path, wanted, exists);
    const index = (match.index ?? 0) + match[0].lastIndexOf(wanted);
    found.push({
      index,
      target: target ?? packageName(wanted),
      ours: target !== undefined,
      typeOnly: match[1] !== undefined || onlyTypes(match[0]),
    });
  }
  return found;
}

/** `import { type A, type B } from` binds nothing at run time. */
function onlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}\s*from/.exec(statement)?.[1];
  if (names === undefined || /import\s+\w/.test(statement)) return false;
  const list = names.split(',').filter((name) => name.trim() !== '');
  return list.length > 0 && list.every((name) => name.trim().startsWith('type '));
}

function ownFile(from: string, wanted: string, exists: (path: string) => boolean): string | undefined {
  const plain = wanted.startsWith('@domain/')
    ? wanted.replace('@domain/', 'server/domain/')
    : wanted.startsWith('@/')
      ? wanted.slice(2)
      : wanted.startsWith('.')
        ? posix.join(posix.dirname(from), wanted)
        : undefined;
  if (plain === undefined) return undefined;
  const candidates = [`${plain}.ts`, `${plain}.tsx`, `${plain}/index.ts`, `${plain}/index.tsx`, plain];
  return candidates.find((path) => exists(path)) ?? plain;
}

const packageName = (wanted: string): string =>
  wanted.startsWith('node:') ? 'node:*' : wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/');
