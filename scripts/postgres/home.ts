import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PlainError } from '../start/plain-error';
import { canEnter, type OsUser } from './os-user';

/** Where everything generated is kept: TROUPE_DATA_DIR, else `.troupe` in the project. Made when missing. */
export function dataHome(env: NodeJS.ProcessEnv = process.env): string {
  const home = resolve(env.TROUPE_DATA_DIR || '.troupe');
  mkdirSync(home, { recursive: true });
  return realpathSync(home);
}

/**
 * The folder of the database's own files. It is `home` when the server's user can enter it; a clone below a closed
 * folder, such as root's home, keeps them in /var/lib instead. The choice is written down, so that a later change of
 * a folder's mode never makes the data seem lost.
 */
export function serverHome(home: string, user: OsUser | undefined): string {
  const note = join(home, 'postgres-folder');
  if (existsSync(note)) {
    const chosen = readFileSync(note, 'utf8').trim();
    if (existsSync(chosen) && canEnter(chosen, user)) return chosen;
  }
  if (user) chmodSync(home, 0o711);
  if (canEnter(home, user)) return home;
  const name = `troupe-${createHash('sha256').update(home).digest('hex').slice(0, 10)}`;
  for (const parent of ['/var/lib', tmpdir()]) {
    const dir = join(parent, name);
    try {
      mkdirSync(dir, { recursive: true, mode: 0o755 });
    } catch {
      continue;
    }
    if (!canEnter(dir, user)) continue;
    writeFileSync(note, `${dir}\n`);
    return dir;
  }
  throw new PlainError(
    `PostgreSQL's user can't enter ${home} nor any other folder tried. Set TROUPE_DATA_DIR to one that it can.`,
  );
}
