import { afterAll } from 'vitest';
import { newId } from '../../../server/db/ids';
import { stepJobId } from '../../../server/queue/enqueue';
import { startRun } from '../../../server/services/run/start';
import { type TestDatabase, testDatabase } from '../../support/database';
import { type FakeOpenAI, fakeOpenAI } from '../../support/fake-openai';
import { startRedis, type TestRedis } from '../../support/redis';
import { closeEngineAfterwards } from '../../support/runtime';
import { makeTeam, manifestOf, type TestSlot } from '../../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../../support/tenants';
import { emptyQueue, holdsJob, ON_POSTGRES } from './queue-store';
import { type TcpProxy, tcpProxy } from './tcp-proxy';
import { until } from './until';
import { WorkerProcess } from './worker-process';

/** Lease and sweep of fault tests, in ms; everything else is as in production. */
export const LEASE_MS = 1_500;
const SWEEP_MS = 300;

export type Site = {
  db: TestDatabase;
  redis: TestRedis;
  model: FakeOpenAI;
  org: TestOrg;
  /** In front of Redis and of PostgreSQL, when the site was opened with proxies. */
  between?: { redis: TcpProxy; postgres: TcpProxy };
  /** Starts a worker; `failpoints` as in TROUPE_FAILPOINTS, `settings` on top of the tests' own, of the sources in `cwd`. */
  worker(failpoints?: string, settings?: Record<string, string>, cwd?: string): Promise<WorkerProcess>;
  /** A run of a pipeline (or review gate) with these slot names; a name that ends in `?` reviews. */
  run(
    slots: string[],
    options?: { key?: string; budgetMicros?: number; maxRework?: number; goal?: string },
  ): Promise<string>;
  ended(...runIds: string[]): Promise<void>;
  stopWorkers(): Promise<void>;
  /** Waits for the job that the run's start rings for this step; then every job is gone, as after FLUSHALL. */
  loseJobsOf(runId: string, stepId: string): Promise<void>;
  /** Stops the workers and takes away what a control has left unfinished, jobs too. */
  clear(): Promise<void>;
};

/**
 * One small installation: a database, a redis-server and a model server of its own, workers as processes; the test
 * itself plays the web server. Call it at the top level of a test file.
 */
export async function openSite({ leaseMs = LEASE_MS, proxies = false } = {}): Promise<Site> {
  const db = await testDatabase();
  const redis = await startRedis();
  process.env.REDIS_URL = ON_POSTGRES ? '' : redis.url;
  const between = proxies ? await putBetween(db, redis) : undefined;
  closeEngineAfterwards();
  const model = await fakeOpenAI({ wordDelayMs: 0, textChars: 200 });
  const org = await makeOrg(db);
  await pointToModel(db, org, model.url);
  const agents = [
    await addAgent(db, org, 'Ada', { model: 'fake' }),
    await addAgent(db, org, 'Bo', { model: 'fake' }),
  ];
  const workers = new Set<WorkerProcess>();
  const teams = new Map<string, string>();

  const stopWorkers = async (): Promise<void> => {
    const all = [...workers];
    workers.clear();
    await Promise.all(all.map((worker) => worker.kill()));
  };
  afterAll(async () => {
    await stopWorkers();
    await model.close();
    await redis.stop();
  });

  const teamOf = async (slots: string[], maxRework: number): Promise<string> => {
    const known = teams.get(`${slots}/${maxRework}`);
    if (known) return known;
    const gate = slots.some((slot) => slot.endsWith('?'));
    const described = slots.map(
      (slot, at): TestSlot => ({
        id: slot.replace('?', ''),
        agentId: agents[at % 2]!,
        review: slot.endsWith('?'),
      }),
    );
    const manifest = manifestOf(gate ? 'review_gate' : 'pipeline', described, { maxRework });
    const teamId = await makeTeam(db, org, manifest);
    teams.set(`${slots}/${maxRework}`, teamId);
    return teamId;
  };

  return {
    db,
    redis,
    between,
    model,
    org,
    stopWorkers,
    clear: async () => {
      await stopWorkers();
      await removeUnfinished(db);
      await emptyQueue(db, redis);
    },
    loseJobsOf: async (runId, stepId) => {
      const jobId = stepJobId({ orgId: org.orgId, runId, stepId, epoch: 0 });
      await until(() => holdsJob(db, redis, jobId));
      await emptyQueue(db, redis);
    },
    worker: async (failpoints = '', settings = {}, cwd) => {
      const worker = await WorkerProcess.start(
        {
          TROUPE_LEASE_MS: `${leaseMs}`,
          TROUPE_SWEEP_MS: `${SWEEP_MS}`,
          TROUPE_FAILPOINTS: failpoints,
          TROUPE_LOG_LEVEL: process.env.FAULTS_DEBUG ? 'info' : 'silent',
          ...settings,
        },
        cwd,
      );
      workers.add(worker);
      void worker.exited.then(() => workers.delete(worker));
      return worker;
    },
    run: async (slots, { key = newId(), budgetMicros, maxRework = 2, goal = 'Survive' } = {}) => {
      const teamId = await teamOf(slots, maxRework);
      const input = { projectId: org.projectId, teamId, goal, idempotencyKey: key, budgetMicros };
      return (await startRun(org.owner, input)).runId;
    },
    ended: (...runIds) =>
      until(async () => {
        const { rows } = await db.admin.query(
          'SELECT count(*) AS open FROM run WHERE id = ANY ($1) AND closed_at IS NULL',
          [runIds],
        );
        return Number(rows[0].open) === 0;
      }),
  };
}

/** From here on this process and the workers reach both stores through proxies; the test's superuser does not. */
async function putBetween(db: TestDatabase, redis: TestRedis): Promise<Site['between']> {
  const { hostname: host, port } = new URL(db.urls.app);
  const proxies = {
    redis: await tcpProxy({ host: '127.0.0.1', port: redis.port }),
    postgres: await tcpProxy({ host, port: Number(port || 5432) }),
  };
  if (!ON_POSTGRES) process.env.REDIS_URL = proxies.redis.by(redis.url);
  process.env.TROUPE_APP_DATABASE_URL = proxies.postgres.by(db.urls.app);
  process.env.TROUPE_AUTH_DATABASE_URL = proxies.postgres.by(db.urls.auth);
  process.env.TROUPE_QUEUE_DATABASE_URL = proxies.postgres.by(db.urls.queue);
  afterAll(() => Promise.all([proxies.redis.close(), proxies.postgres.close()]));
  return proxies;
}

/** Facts are immutable for every role of the product; a test's superuser sets the triggers aside. */
async function removeUnfinished(db: TestDatabase): Promise<void> {
  const client = await db.admin.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const unfinished = 'SELECT id FROM run WHERE closed_at IS NULL';
    for (const table of ['fact', 'step', 'model_call', 'tool_call', 'artifact', 'run_snapshot']) {
      await client.query(`DELETE FROM ${table} WHERE run_id IN (${unfinished})`);
    }
    await client.query('DELETE FROM run WHERE closed_at IS NULL');
    await client.query('UPDATE org_load SET running = 0');
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

/** The organization's agents think on the fake server, at a price, so that money is counted too. */
export async function pointToModel(db: TestDatabase, org: TestOrg, url: string): Promise<void> {
  await db.admin.query(
    `UPDATE provider_connection SET kind = 'openai_compatible', base_url = $2, models = '{fake}' WHERE org_id = $1`,
    [org.orgId, url],
  );
  await db.admin.query(
    `INSERT INTO price (org_id, provider_id, model, effective_from, input_per_million, output_per_million)
     VALUES ($1, $2, 'fake', $3, 1000000, 2000000)`,
    [org.orgId, org.providerId, new Date(0)],
  );
  await db.admin.query('UPDATE organization SET max_running = 100 WHERE org_id = $1', [org.orgId]);
}
