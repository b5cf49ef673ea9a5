import { spawnSync } from 'node:child_process';
import { PlainError } from '../start/plain-error';

export type OsUser = { uid: number; gid: number };

const NAME = 'postgres';

function lookUp(): OsUser | undefined {
  const id = (flag: string) => spawnSync('id', [flag, NAME], { encoding: 'utf8' });
  const [uid, gid] = [id('-u'), id('-g')];
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * The user that PostgreSQL runs as: undefined means the present one. PostgreSQL refuses to run as root, so root
 * hands it to the user `postgres`, made here when the machine has none. @throws PlainError when it can't be made.
 */
export function serverUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = lookUp();
  if (found) return found;
  const made = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', NAME], {
    encoding: 'utf8',
  });
  const user = lookUp();
  if (user) return user;
  const why = made.error?.message ?? made.stderr.trim();
  throw new PlainError(
    `PostgreSQL can't run as root, and the user "${NAME}" could not be made (${why}). Make it, or start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Whether `user` can enter `dir`, asked of the system itself so that access lists and mounts count too. */
export function canEnter(dir: string, user: OsUser | undefined): boolean {
  if (!user) return true;
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dir], { ...user, cwd: '/' }).status === 0;
}
