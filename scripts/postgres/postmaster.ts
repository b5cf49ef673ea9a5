import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What a data directory's `postmaster.pid` says of its server. */
export type Postmaster = { pid: number; port: number };

/** Whether a process runs. One that ended and that nobody has collected yet does not. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(statLine(pid));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function statLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

/** The command line of a process, empty when it can't be told. */
export function commandLine(pid: number): string {
  const proc = `/proc/${pid}/cmdline`;
  if (existsSync(proc)) return readFileSync(proc, 'utf8').replaceAll('\0', ' ').trim();
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

/**
 * The server that runs on `dataDir`, left by a command that was killed, or undefined. A file left by a server that
 * died, or whose number now belongs to another program, is removed: PostgreSQL would refuse to start over it.
 */
export function runningPostmaster(dataDir: string): Postmaster | undefined {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (pid > 0 && alive(pid) && /postgres|postmaster/.test(commandLine(pid) || 'postgres'))
    return { pid, port };
  rmSync(file, { force: true });
  return undefined;
}
