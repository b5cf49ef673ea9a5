import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { PlainError } from '../start/plain-error';
import { freePort } from '../start/port';
import { withVariables } from '../start/variables';
import { type Binaries, binaries } from './binaries';
import { serverHome } from './home';
import { type OsUser, serverUser } from './os-user';
import { runningPostmaster } from './postmaster';

const SUPERUSER = 'migrator';

/** `name`: folder below the data home, such as `postgres`. `password`: of the superuser, kept by the caller. */
export type ClusterOptions = { home: string; name: string; password: string };

export type Cluster = {
  /** The superuser's address of a database on this cluster. */
  url: (database?: string) => string;
  port: number;
  /** True when it was running before: a command that was killed left it. */
  reused: boolean;
  stop: () => Promise<void>;
};

/**
 * Starts a real PostgreSQL on loopback, or takes over the one that already runs on this folder. First start about
 * 2 s, later ones 0.2 s. Every write is synced to disk. @throws PlainError with the end of the server's log.
 */
export async function startCluster({ home, name, password }: ClusterOptions): Promise<Cluster> {
  const user = serverUser();
  const base = serverHome(home, user);
  const dataDir = join(base, name);
  const programs = binaries(base);
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o755 });
  const running = runningPostmaster(dataDir);
  const port = running?.port || (await freePort(keptPort(dataDir)));
  if (!running) {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(programs, dataDir, password, user);
    requireMajor(dataDir, programs.major);
    await launch(programs, dataDir, port, user);
  }
  const url = (database = 'postgres') =>
    `postgresql://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  await answers(url(), dataDir);
  return { url, port, reused: running !== undefined, stop: () => stopCluster({ home, name }) };
}

type Place = Pick<ClusterOptions, 'home' | 'name'>;

/** Stops the server of this folder, whoever started it; nothing when none runs. */
export async function stopCluster({ home, name }: Place): Promise<void> {
  const user = serverUser();
  const base = serverHome(home, user);
  const dataDir = join(base, name);
  if (!runningPostmaster(dataDir)) return;
  const args = ['stop', '-D', dataDir, '-m', 'fast', '-w', '-t', '60'];
  await run(binaries(base).pgCtl, args, user, base, 'stop PostgreSQL');
}

/** Removes a stopped cluster with all its data. */
export function removeCluster({ home, name }: Place): void {
  rmSync(join(serverHome(home, serverUser()), name), { recursive: true, force: true });
}

const settingsFile = (dataDir: string) => join(dataDir, 'troupe.conf');

function keptPort(dataDir: string): number | undefined {
  if (!existsSync(settingsFile(dataDir))) return undefined;
  return Number(/^port = (\d+)$/m.exec(readFileSync(settingsFile(dataDir), 'utf8'))?.[1]) || undefined;
}

function give(path: string, user: OsUser | undefined): void {
  if (user) chownSync(path, user.uid, user.gid);
}

async function initialise(programs: Binaries, dataDir: string, password: string, user: OsUser | undefined) {
  // What a first start that was interrupted left behind is no database.
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  give(dataDir, user);
  const secret = `${dataDir}.password`;
  writeFileSync(secret, `${password}\n`, { mode: 0o600 });
  give(secret, user);
  try {
    const args = [
      ...['--pgdata', dataDir, '--username', SUPERUSER, '--pwfile', secret, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      '--no-instructions',
    ];
    await run(programs.initdb, args, user, dirname(dataDir), 'create the database files');
    appendFileSync(join(dataDir, 'postgresql.conf'), "\ninclude_if_exists 'troupe.conf'\n");
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    rmSync(secret, { force: true });
  }
}

function requireMajor(dataDir: string, major: string): void {
  const found = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (found === major) return;
  throw new PlainError(
    `${dataDir} was made by PostgreSQL ${found}; this is ${major}. Move the folder away to start afresh, or dump and restore it.`,
  );
}

async function launch(programs: Binaries, dataDir: string, port: number, user: OsUser | undefined) {
  const settings = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'max_connections = 200',
    "timezone = 'UTC'",
    "log_timezone = 'UTC'",
  ];
  writeFileSync(settingsFile(dataDir), `${settings.join('\n')}\n`, { mode: 0o600 });
  give(settingsFile(dataDir), user);
  const log = join(dataDir, 'server.log');
  rmSync(log, { force: true });
  try {
    const args = ['start', '-D', dataDir, '-l', log, '-w', '-t', '60', '-s'];
    await run(programs.pgCtl, args, user, dirname(dataDir), 'start PostgreSQL');
  } catch (error) {
    const end = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
    throw new PlainError(`${(error as Error).message}\n${end}`.trim());
  }
}

/** PGPORT, PGDATA and their like are meant for another server. */
const withoutPgVariables = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')));

/** The server keeps the pipes of `pg_ctl` open, so the end of the program counts, not the end of its output. */
function run(
  program: string,
  args: string[],
  user: OsUser | undefined,
  cwd: string,
  aim: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user,
      cwd,
      env: withVariables({ LC_ALL: 'C' }, withoutPgVariables()),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said = (said + chunk).slice(-2_000);
    });
    child.on('error', (error) => reject(new PlainError(`Could not ${aim}: ${error.message}`)));
    child.on('exit', (code) => {
      child.stderr.destroy();
      if (code === 0) resolve();
      else reject(new PlainError(`Could not ${aim} (exit ${code}). ${said.trim()}`));
    });
  });
}

/** A server taken over may still be recovering; anything else that answers is not ours. */
async function answers(url: string, dataDir: string, patienceMs = 30_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      // 57P03: starting up or shutting down
      if ((code !== '57P03' && code !== 'ECONNREFUSED') || Date.now() > deadline) {
        throw new PlainError(`The PostgreSQL on ${dataDir} does not answer: ${message}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => {});
    }
  }
}
