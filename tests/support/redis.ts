import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll } from 'vitest';
import { freePort } from '../../scripts/start/port';

export type TestRedis = {
  url: string;
  port: number;
  /** Ends it as a crash does; `start` brings it back on the same port with the same directory. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** While it is down: its directory is as on the first day. */
  forget(): void;
  stop(): Promise<void>;
};

/** A redis-server of the caller's own, on a free port, that keeps an append-only file and never evicts. */
export async function startRedis(settings: string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}/0`;
  const dir = mkdtempSync(join(tmpdir(), 'troupe-redis-'));
  let child: ChildProcess | undefined;

  const start = async () => {
    const wanted = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', ...settings];
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', ...wanted];
    child = spawn('redis-server', args, { stdio: 'ignore' });
    const probe = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    probe.on('error', () => {});
    await probe.ping();
    probe.disconnect();
  };
  const kill = async () => {
    const running = child;
    child = undefined;
    if (!running) return;
    await new Promise<void>((resolve) => {
      running.once('exit', () => resolve());
      running.kill('SIGKILL');
    });
  };
  const stop = async () => {
    await kill();
    rmSync(dir, { recursive: true, force: true });
  };
  const forget = () => {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir);
  };
  await start();
  return { url, port, kill, start, forget, stop };
}

/** Address of a Redis for this test file: the one that the runner gave, else one of its own, ended after the file. */
export async function testRedisUrl(): Promise<string> {
  const given = process.env.TROUPE_TEST_REDIS_URL;
  if (given) return given;
  const own = await startRedis();
  afterAll(() => own.stop());
  return own.url;
}
