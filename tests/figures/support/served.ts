import { afterAll } from 'vitest';
import { freePort } from '../../../scripts/start/port';
import { WorkerProcess } from '../../faults/support/worker-process';
import { WebProcess } from '../../journeys/support/web-process';
import { type TestDatabase, testDatabase } from '../../support/database';
import { startRedis } from '../../support/redis';

const REPORT_MEMORY = new URL('./report-memory.mjs', import.meta.url).href;

export type Served = {
  url: string;
  db: TestDatabase;
  web: WebProcess;
  /** Starts a worker, which ends with the test file. */
  worker(): Promise<void>;
};

/**
 * The built web server with its database and its Redis: what the figures are measured on. `wordMs`: time between two
 * words of the demo model. Call it at the top level of a test file.
 */
export async function openServed({ wordMs = 0 } = {}): Promise<Served> {
  const db = await testDatabase();
  const redis = await startRedis();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  Object.assign(process.env, { TROUPE_URL: url, NEXTAUTH_URL: url, REDIS_URL: redis.url });
  process.env.TROUPE_DEMO_WORD_MS = `${wordMs}`;
  const started: { stop(): Promise<unknown> }[] = [];
  afterAll(async () => {
    await Promise.all(started.map((one) => one.stop()));
    await redis.stop();
  });
  const web = await WebProcess.start(port, [REPORT_MEMORY]);
  started.push(web);
  const worker = async (): Promise<void> => {
    started.push(await WorkerProcess.start({ NODE_ENV: 'production' }));
  };
  return { url, db, web, worker };
}
