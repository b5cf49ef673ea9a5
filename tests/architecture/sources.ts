import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Source = { path: string; text: string };

/** Made by programs, or not ours: no rule holds for them. */
const OUTSIDE = new Set([
  'node_modules',
  '.git',
  '.next',
  '.troupe',
  'generated',
  'coverage',
  'shots',
  'peers',
]);

/** Every text file of the project below `folder`, by path from the root, with `/` whatever the system. */
export function files(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (OUTSIDE.has(entry.name)) return [];
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? files(path) : [path];
    })
    .sort();
}

export const load = (paths: string[]): Source[] =>
  paths.map((path) => ({ path, text: readFileSync(join(path), 'utf8') }));

let typescript: Source[] | undefined;

/** All TypeScript that people write. */
export function sources(): Source[] {
  typescript ??= load(files().filter((path) => /\.tsx?$/.test(path) && !path.endsWith('next-env.d.ts')));
  return typescript;
}

/** `path:line: what`, so that an editor can open it. */
export const at = ({ path, text }: Source, index: number, what: string): string =>
  `${path}:${text.slice(0, index).split('\n').length}: ${what}`;

/** Comments blanked with their length kept: what a comment says is no code. Strings and templates are left alone. */
export function withoutComments(text: string): string {
  const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return text.replace(token, (found, offset: number) => {
    if (!found.startsWith('//') && !found.startsWith('/*')) return found;
    // `https://…` outside of a string, as in JSX text, is no comment.
    if (text[offset - 1] === ':') return found;
    return found.replace(/[^\n]/g, ' ');
  });
}
