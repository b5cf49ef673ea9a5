import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { migrate } from '../../scripts/migrate';
import { removeCluster, startCluster, stopCluster } from '../../scripts/postgres/cluster';
import { dataHome } from '../../scripts/postgres/home';
import { startRedis } from '../../scripts/test/redis';
import { type ModelServer, startModelServer } from './model-server';

const ROLES = ['troupe_app', 'troupe_auth', 'troupe_queue'];
const TEMPLATE = 'bench_troupe';

export type Arena = {
  adminUrl: string;
  redisUrl: string;
  /** Password of the application's roles on this cluster. */
  rolePassword: string;
  modelServer: ModelServer;
  /** An empty database, or one with Troupe's schema; the caller drops it. */
  createDatabase: (name: string, ours: boolean) => Promise<string>;
  dropDatabase: (name: string) => Promise<void>;
  /** Every heat starts with an empty Redis, and at the same distance from PostgreSQL's own big writes. */
  settle: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * A PostgreSQL with its default settings and a Redis with an append-only file, both of the bench's own and empty:
 * `pg_stat_io` counts a whole server, so nobody else may be on it.
 */
export async function openArena(): Promise<Arena> {
  const home = join(dataHome(), 'bench');
  mkdirSync(home, { recursive: true });
  const place = { home, name: 'postgres' };
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    await stopCluster(place);
    removeCluster(place);
    const cluster = await startCluster({ ...place, password: randomBytes(16).toString('hex') });
    stops.push(async () => {
      await cluster.stop();
      removeCluster(place);
    });
    const redis = await startRedis(home);
    stops.push(redis.stop);
    const queue = new Redis(redis.url);
    stops.push(async () => queue.disconnect());
    const modelServer = await startModelServer();
    stops.push(modelServer.close);
    const root = new pg.Client({ connectionString: cluster.url() });
    await root.connect();
    stops.push(() => root.end());
    const rolePassword = randomBytes(16).toString('hex');
    await root.query(`CREATE DATABASE ${TEMPLATE}`);
    await migrate(cluster.url(TEMPLATE));
    for (const role of ROLES) await root.query(`ALTER ROLE ${role} LOGIN PASSWORD '${rolePassword}'`);
    return {
      adminUrl: cluster.url(),
      redisUrl: redis.url,
      rolePassword,
      modelServer,
      close,
      createDatabase: async (name, ours) => {
        await root.query(`CREATE DATABASE ${name} TEMPLATE ${ours ? TEMPLATE : 'template1'}`);
        return cluster.url(name);
      },
      dropDatabase: async (name) => void (await root.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      settle: async () => {
        await queue.flushall();
        await root.query('CHECKPOINT');
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
