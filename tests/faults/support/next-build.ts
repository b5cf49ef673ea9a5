import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';

/** What a worker calls itself begins with its host's name, and in the next build with this. */
export const NEXT = 'next-build-';

/** The sources of another build of the same engine: its workers are told apart by their names. @returns its folder. */
export function nextBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-next-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['server', 'workers', 'package.json', 'tsconfig.json']) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const named = join(folder, 'workers', 'worker.ts');
  const source = readFileSync(named, 'utf8');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
  const other = source.replace('`${hostname()}-', `\`${NEXT}\${hostname()}-`);
  if (other === source) throw new Error('a worker is no longer named after its host');
  writeFileSync(named, other);
  return folder;
}
