import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PlainError } from '../start/plain-error';

/** The path of a program, or undefined. */
function find(program: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

const MINUTES = 60_000;

/** Installs the missing ones of `programs` (named as their Debian packages) when root, else says how to. */
export function requirePrograms(programs: string[]): void {
  const missing = programs.filter((program) => !find(program));
  if (missing.length === 0) return;
  const how = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !find('apt-get')) {
    throw new PlainError(`The tests need ${missing.join(' and ')}. As root on Debian: ${how}`);
  }
  console.log(`Installing ${missing.join(' and ')} …`);
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 8 * MINUTES,
    }).status;
  if (apt('update', '-q') !== 0) console.warn('apt-get update failed; trying with the lists at hand');
  if (apt('install', '-y', '-q', '--no-install-recommends', ...missing) !== 0) {
    throw new PlainError(`Could not install ${missing.join(' and ')}: see above. By hand: ${how}`);
  }
}
