import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { generateClient } from './generate';
import { runProgram } from './run-program';
import { fingerprint, once } from './stamp';

/** Everything that ends in the web server's build; workers and tests do not. */
const SOURCES = [
  ...['app', 'components', 'messages', 'public', 'server', 'package-lock.json', 'next.config.ts'],
  ...['postcss.config.mjs', 'tsconfig.json', 'prisma/schema.prisma', 'instrumentation.ts'],
];

export const STANDALONE = join('.next', 'standalone');

/**
 * `next build` when a source changed since the last one, with the files that the standalone server needs beside
 * it. Tells by `say` that it builds, before it does. @returns true when it built.
 */
export async function buildWeb(say: (line: string) => void): Promise<boolean> {
  await generateClient();
  const complete =
    existsSync(join(STANDALONE, 'server.js')) && existsSync(join(STANDALONE, '.next', 'static'));
  const stamp = join('.next', 'built');
  if (!complete) rmSync(stamp, { force: true });
  mkdirSync('.next', { recursive: true });
  return once(stamp, fingerprint(SOURCES), async () => {
    say('Building (1–3 minutes) …');
    rmSync(STANDALONE, { recursive: true, force: true });
    await runProgram('next', ['build'], 'build the web server', {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    });
    copy(join('.next', 'static'), join(STANDALONE, '.next', 'static'));
    copy('public', join(STANDALONE, 'public'));
  });
}

function copy(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}

export async function main(): Promise<number> {
  console.log((await buildWeb(console.log)) ? 'built' : 'nothing changed since the last build');
  return 0;
}
