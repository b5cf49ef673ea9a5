import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startCluster, stopCluster } from '../../scripts/postgres/cluster';
import { alive, runningPostmaster } from '../../scripts/postgres/postmaster';
import { temporaryFolder } from './temporary';

const home = temporaryFolder();
const options = { home, name: 'postgres', password: 'a password with @:/ in it' };
const dataDir = join(home, 'postgres');

async function ask<T>(url: string, sql: string): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] as T;
  } finally {
    await client.end();
  }
}

afterAll(() => stopCluster(options));

describe('the embedded PostgreSQL', () => {
  it('starts from nothing: on loopback, with UTF-8, scram and every write synced', async () => {
    const cluster = await startCluster(options);
    expect(cluster.reused).toBe(false);
    const settings = await ask<Record<string, string>>(
      cluster.url(),
      `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS host,
        current_setting('max_connections') AS connections, current_setting('password_encryption') AS passwords,
        current_setting('server_encoding') AS encoding, datlocale AS locale
       FROM pg_database WHERE datname = 'postgres'`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      host: '127.0.0.1',
      connections: '200',
      passwords: 'scram-sha-256',
      encoding: 'UTF8',
      locale: 'C.UTF-8',
    });
    await ask(cluster.url(), 'CREATE TABLE kept AS SELECT 1 AS one');
  });

  it('refuses a wrong password', async () => {
    const { port } = await startCluster(options);
    await expect(ask(`postgresql://migrator:wrong@127.0.0.1:${port}/postgres`, 'SELECT 1')).rejects.toThrow(
      /password authentication failed/,
    );
  });

  it('is taken over while it runs, as after a command that was killed', async () => {
    const before = runningPostmaster(dataDir);
    const cluster = await startCluster(options);
    expect(cluster).toMatchObject({ reused: true, port: before?.port });
  });

  it('stops, keeps its data and comes back on the same port', async () => {
    const first = await startCluster(options);
    await first.stop();
    expect(runningPostmaster(dataDir)).toBeUndefined();
    const second = await startCluster(options);
    expect([second.reused, second.port]).toEqual([false, first.port]);
    expect(await ask(second.url(), 'SELECT one FROM kept')).toEqual({ one: 1 });
  });

  it('comes back after it was killed outright, over the file that it left', async () => {
    const running = runningPostmaster(dataDir);
    if (!running) throw new Error('not running');
    process.kill(running.pid, 'SIGKILL');
    await expect.poll(() => alive(running.pid), { timeout: 10_000 }).toBe(false);
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(true);
    const again = await startCluster(options);
    expect(again.reused).toBe(false);
    expect(await ask(again.url(), 'SELECT one FROM kept')).toEqual({ one: 1 });
  });

  it('does not take a process of another program for its own', async () => {
    const dir = join(home, 'stale');
    mkdirSync(dir);
    writeFileSync(join(dir, 'postmaster.pid'), `${process.pid}\n${dir}\n0\n5432\n`);
    expect(runningPostmaster(dir)).toBeUndefined();
    expect(existsSync(join(dir, 'postmaster.pid'))).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)(
    'runs as another user than root, also below a folder closed to it',
    async () => {
      const closed = join(home, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      const place = { ...options, home: join(closed, 'deeper') };
      mkdirSync(place.home);
      const cluster = await startCluster(place);
      try {
        const { dir } = await ask<{ dir: string }>(
          cluster.url(),
          "SELECT current_setting('data_directory') AS dir",
        );
        expect(dir.startsWith(home)).toBe(false);
        expect(readFileSync(join(place.home, 'postgres-folder'), 'utf8').trim()).toBe(join(dir, '..'));
        const { pid } = runningPostmaster(dir) ?? { pid: 0 };
        expect(spawnSync('ps', ['-o', 'uid=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.trim()).not.toBe(
          '0',
        );
      } finally {
        await cluster.stop();
        const { rmSync } = await import('node:fs');
        rmSync(readFileSync(join(place.home, 'postgres-folder'), 'utf8').trim(), {
          recursive: true,
          force: true,
        });
      }
    },
  );
});
