import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../start/plain-error';
import { freePort } from '../start/port';

export type TestRedis = { url: string; stop: () => Promise<void> };

/** A redis-server of the tests' own, with the settings that production is asked for, on an empty folder. */
export async function startRedis(folder: string): Promise<TestRedis> {
  const dir = join(folder, 'redis');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
  const child = spawn(
    'redis-server',
    [...settings, '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    },
  );
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => /ready to accept connections/i.test(`${chunk}`) && resolve());
    child.once('error', reject);
    child.once('exit', (code) => reject(new PlainError(`redis-server ended at start (exit ${code})`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}
