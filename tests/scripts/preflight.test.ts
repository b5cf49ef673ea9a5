import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/start/port';
import { temporaryFolder } from './temporary';

const home = temporaryFolder();

/** Runs a command of package.json with these settings, for 20 s at most. */
async function start(script: 'up' | 'dev', settings: Record<string, string>) {
  const env = { ...process.env, DATABASE_URL: '', REDIS_URL: '', TROUPE_DATA_DIR: home };
  const child = spawn(process.execPath, [join('scripts', `${script}.mjs`)], {
    env: { ...env, PORT: String(await freePort()), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  const timer = setTimeout(() => child.kill('SIGTERM'), 20_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code, ...said };
}

const WRONG = {
  TROUPE_URL: 'notaurl',
  TROUPE_LOG_LEVEL: 'loud',
  TROUPE_POOL_MAX: '-3',
  NEXTAUTH_SECRET: 'short',
  TROUPE_ENCRYPTION_KEYS: 'foo',
};

describe.each(['up', 'dev'] as const)('npm run %s', (script) => {
  it('ends before anything starts with one plain line for each wrong variable', async () => {
    const { code, stdout, stderr } = await start(script, WRONG);
    expect(stderr.trim().split('\n')).toEqual([
      'TROUPE_URL must be an address such as https://troupe.example.',
      'NEXTAUTH_SECRET must have at least 32 characters.',
      'TROUPE_ENCRYPTION_KEYS must have at least 40 characters.',
      'TROUPE_POOL_MAX must be at least 1.',
      'TROUPE_LOG_LEVEL must be one of: fatal, error, warn, info, debug, silent.',
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(existsSync(join(home, 'postgres'))).toBe(false);
  }, 60_000);

  it('ends with a plain line when the Redis of REDIS_URL does not answer', async () => {
    const port = await freePort();
    const { code, stdout, stderr } = await start(script, { REDIS_URL: `redis://127.0.0.1:${port}` });
    expect(stderr.trim()).toBe(
      `Cannot reach Redis: connect ECONNREFUSED 127.0.0.1:${port}. Is it running, and is REDIS_URL right?`,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(existsSync(join(home, 'postgres'))).toBe(false);
  }, 60_000);
});
