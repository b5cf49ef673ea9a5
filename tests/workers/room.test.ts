import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { enginePool } from '../../server/db/pools';
import { startRun } from '../../server/services/run/start';
import { advance } from '../../server/services/step/advance';
import { testDatabase } from '../support/database';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();
afterEach(() => vi.restoreAllMocks());

let org: TestOrg;
let ada: string;
beforeAll(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
});

async function start(agentId = ada): Promise<string> {
  const teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 'only', agentId }]));
  const { runId } = await startRun(org.owner, {
    projectId: org.projectId,
    teamId,
    goal: 'Make room',
    idempotencyKey: newId(),
  });
  return runId;
}

const rowOf = async (runId: string) =>
  (await db.admin.query('SELECT status, reason FROM run WHERE id = $1', [runId])).rows[0];

describe('a job', () => {
  it('goes on with what rang in vain while its organization was full', async () => {
    await db.admin.query('UPDATE organization SET max_running = 1 WHERE org_id = $1', [org.orgId]);
    const runs = [await start(), await start()];
    let full: () => void = () => {};
    const refused = new Promise<void>((resolve) => {
      full = resolve;
    });
    const port: ModelPort = {
      call: async () => {
        await refused;
        return { text: 'done', toolCalls: [], finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
      },
    };
    const runtime = testRuntime(port);
    const ring = (runId: string) => advance(runtime, { orgId: org.orgId, runId, stepId: 'only' });
    const first = ring(runs[0]!);
    await expect
      .poll(async () => (await db.admin.query('SELECT max(running) AS n FROM org_load')).rows[0].n)
      .toBe(1);
    expect(await ring(runs[1]!)).toBe(0);
    full();
    expect(await first).toBe(2);
    for (const runId of runs) expect(await rowOf(runId)).toMatchObject({ status: 'completed' });
    await db.admin.query('UPDATE organization SET max_running = 8 WHERE org_id = $1', [org.orgId]);
  });
});

describe('a step whose agent is gone without a trace', () => {
  it('fails instead of standing ready for ever', async () => {
    const bo = await addAgent(db, org, 'Bo');
    const runId = await start(bo);
    await db.admin.query('DELETE FROM agent WHERE id = $1', [bo]);
    await runDry(testRuntime());
    expect(await rowOf(runId)).toMatchObject({ status: 'failed', reason: 'agent_unavailable' });
  });
});

describe('a step that cannot be claimed, whatever is wrong with it', () => {
  it('keeps no other from its turn', async () => {
    const broken = await addAgent(db, org, 'Cy');
    const stuck = await start(broken);
    const other = await start();
    const pool = enginePool();
    const real = pool.query.bind(pool) as (query: unknown, values?: unknown) => unknown;
    vi.spyOn(pool, 'query').mockImplementation(((query: { values?: unknown[] }, values?: unknown) =>
      query.values?.includes(broken)
        ? Promise.reject(new Error('broken for good'))
        : real(query, values)) as typeof pool.query);
    await runDry(testRuntime());
    expect(await rowOf(stuck)).toMatchObject({ status: 'queued' });
    expect(await rowOf(other)).toMatchObject({ status: 'completed' });
  });
});
