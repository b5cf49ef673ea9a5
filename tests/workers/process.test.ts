import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { until } from '../faults/support/until';
import { WorkerProcess } from '../faults/support/worker-process';
import { testDatabase } from '../support/database';
import { startRedis } from '../support/redis';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();
const redis = await startRedis();
afterAll(() => redis.stop());

let org: TestOrg;
let teamId: string;
beforeAll(async () => {
  org = await makeOrg(db);
  const slots = [
    { id: 'draft', agentId: await addAgent(db, org, 'Ada') },
    { id: 'polish', agentId: await addAgent(db, org, 'Bo') },
  ];
  teamId = await makeTeam(db, org, manifestOf('pipeline', slots));
});

const start = async () =>
  (await startRun(org.owner, { projectId: org.projectId, teamId, goal: 'A note', idempotencyKey: newId() }))
    .runId;
const statusOf = async (runId: string) =>
  (await db.admin.query('SELECT status, closed_at FROM run WHERE id = $1', [runId])).rows[0];

describe.each([
  ['PostgreSQL', () => ({ REDIS_URL: '' })],
  ['Redis', () => ({ REDIS_URL: redis.url })],
])('a worker on %s', (_name, where) => {
  const environment = () => ({
    ...where(),
    TROUPE_SWEEP_MS: '200',
    TROUPE_DEMO_WORD_MS: '0',
    TROUPE_LOG_LEVEL: 'silent',
  });

  it('runs what was started before and after it came up, and exits 0 when told to stop', async () => {
    const before = await start();
    const worker = await WorkerProcess.start(environment());
    const after = await start();
    for (const runId of [before, after]) {
      await until(async () => (await statusOf(runId)).closed_at !== null);
      expect((await statusOf(runId)).status).toBe('completed');
    }
    const begun = Date.now();
    expect(await worker.stop()).toBe(0);
    expect(Date.now() - begun).toBeLessThan(5_000);
  });

  it('finishes the step that it is at when told to stop, and claims no other', async () => {
    const worker = await WorkerProcess.start({ ...environment(), TROUPE_DEMO_WORD_MS: '10' });
    const runId = await start();
    await until(async () => {
      const { rows } = await db.admin.query(`SELECT FROM step WHERE run_id = $1 AND status = 'running'`, [
        runId,
      ]);
      return rows.length === 1;
    });
    expect(await worker.stop()).toBe(0);
    const { rows } = await db.admin.query(`SELECT status FROM step WHERE run_id = $1 ORDER BY ordinal`, [
      runId,
    ]);
    expect(rows.map((row) => row.status)).toEqual(['completed', 'ready']);
  });
});

it('a worker goes on without its queue: the sweep hands it what is ready', async () => {
  const worker = await WorkerProcess.start({
    REDIS_URL: redis.url,
    TROUPE_SWEEP_MS: '200',
    TROUPE_DEMO_WORD_MS: '0',
    TROUPE_LOG_LEVEL: 'silent',
  });
  await redis.kill();
  const runId = await start();
  await until(async () => (await statusOf(runId)).closed_at !== null);
  expect((await statusOf(runId)).status).toBe('completed');
  expect(await worker.stop()).toBe(0);
});
