import { randomBytes } from 'node:crypto';
import { removeCluster, startCluster, stopCluster } from '../postgres/cluster';
import { dataHome } from '../postgres/home';
import { requirePrograms } from './debian';
import { startRedis } from './redis';

export type Services = {
  env: { DATABASE_URL: string; TROUPE_TEST_REDIS_URL: string };
  stop: () => Promise<void>;
};

/** A PostgreSQL and a Redis of this run's own, or those of DATABASE_URL and REDIS_URL; browser and Redis installed. */
export async function startServices(folder: string): Promise<Services> {
  requirePrograms(['redis-server', 'chromium']);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const given = { database: process.env.DATABASE_URL, redis: process.env.REDIS_URL };
    const database = given.database || (await freshCluster(stops));
    let redis = given.redis;
    if (!redis) {
      const server = await startRedis(folder);
      stops.push(server.stop);
      redis = server.url;
    }
    return { env: { DATABASE_URL: database, TROUPE_TEST_REDIS_URL: redis }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Empty at each run: what a killed run left running is stopped first, its databases are thrown away. */
async function freshCluster(stops: (() => Promise<void>)[]): Promise<string> {
  const place = { home: dataHome(), name: 'test-postgres' };
  await stopCluster(place);
  removeCluster(place);
  const cluster = await startCluster({ ...place, password: randomBytes(16).toString('hex') });
  stops.push(async () => {
    await cluster.stop();
    removeCluster(place);
  });
  return cluster.url();
}
