import pg from 'pg';
import { type Browser, chromium } from 'playwright-core';
import { afterAll } from 'vitest';
import { freePort } from '../../../scripts/start/port';
import { WorkerProcess } from '../../faults/support/worker-process';
import { type TestDatabase, testDatabase } from '../../support/database';
import { startRedis } from '../../support/redis';
import { WebProcess } from './web-process';

/** Debian's browser without its own errands over the network. */
const CHROMIUM = '/usr/bin/chromium';
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];
const ONE_AT_A_TIME = 4712;

type Options = {
  /** The queue and the live bus on a redis-server of this place; without it, on its PostgreSQL. */
  redis?: boolean;
  /** Further environment of the web server and the workers. */
  environment?: Record<string, string>;
};

export type Place = {
  url: string;
  db: TestDatabase;
  browser: Browser;
  /** Ends the worker as a crash does, and starts another. */
  replaceWorker(): Promise<void>;
  /** Stops the web server as a deployment does, does the work, and starts another on the same port. */
  whileWebIsDown(work: (stoppedInMs: number) => Promise<void>): Promise<void>;
};

/**
 * The whole product, as it is deployed: a database, the built web server, a worker, and a browser to visit them with.
 * Call it at the top level of a test file.
 */
export async function openPlace({ redis = false, environment = {} }: Options = {}): Promise<Place> {
  await waitForTurn();
  const db = await testDatabase();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const queue = redis ? await startRedis() : undefined;
  Object.assign(
    process.env,
    { TROUPE_URL: url, NEXTAUTH_URL: url, REDIS_URL: queue?.url ?? '' },
    environment,
  );
  let web: WebProcess | undefined;
  let worker: WorkerProcess | undefined;
  let browser: Browser | undefined;
  afterAll(async () => {
    await browser?.close();
    await Promise.all([web?.stop(), worker?.stop()]);
    await queue?.stop();
  });
  const startWorker = () => WorkerProcess.start({ NODE_ENV: 'production' });
  [web, worker, browser] = await Promise.all([
    WebProcess.start(port),
    startWorker(),
    chromium.launch({ executablePath: CHROMIUM, args: FLAGS }),
  ]);
  return {
    url,
    db,
    browser,
    replaceWorker: async () => {
      await worker?.kill();
      worker = await startWorker();
    },
    whileWebIsDown: async (work) => {
      await work((await web?.stop()) ?? 0);
      web = await WebProcess.start(port);
    },
  };
}

/** Test files run side by side; two browsers with two servers on two cores would measure each other. */
async function waitForTurn(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TROUPE_TEST_CLUSTER });
  await client.connect();
  afterAll(() => client.end());
  await client.query('SELECT pg_advisory_lock($1)', [ONE_AT_A_TIME]);
}
