import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelAnswer, ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { jobQueue, stepJobId } from '../../server/queue/enqueue';
import { startRun } from '../../server/services/run/start';
import { sweepRuns } from '../../server/services/run/sweep';
import { advance } from '../../server/services/step/advance';
import { claimStep } from '../../server/services/step/claim';
import { executeStep } from '../../server/services/step/execute';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
let round = 0;
beforeAll(async () => {
  // Opens its tables, which takes longer than a ring may.
  await eventually(() => jobQueue().waiting(), 20_000);
});
beforeEach(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
  await db.admin.query('UPDATE price SET input_per_million = 1000000 WHERE org_id = $1', [org.orgId]);
});

async function start(protocol: object, ids: string[], defaults = {}, by = org.owner): Promise<string> {
  const slots = ids.map((id) => ({ id, agentId: ada }));
  const teamId = await makeTeam(db, org, { ...manifestOf('pipeline', slots, defaults), protocol });
  const input = { projectId: org.projectId, teamId, goal: 'Swept', idempotencyKey: newId() };
  return (await startRun(by, input)).runId;
}

const pipeline = { kind: 'pipeline' };
const sweep = () => sweepRuns(testRuntime(), ++round);
const claim = (runId: string, stepId: string) =>
  claimStep(testRuntime(), { orgId: org.orgId, runId, stepId });
const rowOf = async (runId: string) =>
  (await db.admin.query('SELECT status, reason, reserved_micros FROM run WHERE id = $1', [runId])).rows[0];
const answer = (text: string, inputTokens = 10): ModelAnswer => ({
  text,
  toolCalls: [],
  finish: 'stop',
  usage: { inputTokens, outputTokens: 1 },
});

describe('the sweep', () => {
  it('rings again for what no job waits for, and lets no jobs pile up while nobody takes them', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => start(pipeline, ['only'])));
    await expect.poll(() => jobQueue().waiting()).toBe(3);
    for (let n = 0; n < 4; n++) expect(await sweep()).toBe(3);
    expect(await jobQueue().waiting()).toBe(3);

    const lost = runs.slice(0, 2);
    for (const runId of lost)
      await jobQueue().remove(stepJobId({ orgId: org.orgId, runId, stepId: 'only', epoch: 0 }));
    expect(await jobQueue().waiting()).toBe(1);
    for (let n = 0; n < 4; n++) await sweep();
    expect(await jobQueue().waiting()).toBe(3);
    await runDry(testRuntime());
  });

  it('cancels a run that nobody has adopted for seven days', async () => {
    const operator = await addPerson(db, org, 'operator');
    const runId = await start(pipeline, ['only'], {}, operator);
    await db.admin.query('DELETE FROM membership WHERE user_id = $1', [operator.userId]);
    await runDry(testRuntime());
    expect(await rowOf(runId)).toMatchObject({ status: 'paused', reason: 'rights_lost' });
    await sweep();
    expect(await rowOf(runId)).toMatchObject({ status: 'paused' });
    await db.admin.query(`UPDATE run SET last_at = now() - interval '169 hours' WHERE id = $1`, [runId]);
    await sweep();
    expect(await rowOf(runId)).toMatchObject({ status: 'cancelled', reason: 'rights_lost' });
  });

  it('gives back what a call reserves whose step was invalidated and whose worker died', async () => {
    const steps = [
      { id: 'work', slot: 'work', dependsOn: [] },
      { id: 'check', slot: 'check', dependsOn: ['work'], reviewOf: 'work' },
      { id: 'early', slot: 'early', dependsOn: ['work'], eager: true },
    ];
    const runId = await start({ kind: 'dag', steps }, ['work', 'check', 'early'], { budgetMicros: 71_000 });
    const reject = JSON.stringify({ accept: false, issues: [{ criterion: 'tone', text: 'dry' }] });
    const port: ModelPort = {
      call: async ({ schema }) => {
        if (schema) return answer(reject, 43_000);
        return answer('done');
      },
    };
    const runtime = testRuntime(port);
    const worked = await claim(runId, 'work');
    const next = await executeStep({ ...runtime, draining: () => true }, worked!);
    expect(next).toBeNull();
    // Its worker dies with the call open; the rejection then invalidates the step.
    expect(await claim(runId, 'early')).not.toBeNull();
    await runDry(runtime);
    expect(await rowOf(runId)).toMatchObject({ status: 'running' });
    expect(Number((await rowOf(runId)).reserved_micros)).toBeGreaterThan(0);
    await sweep();
    expect(Number((await rowOf(runId)).reserved_micros)).toBeGreaterThan(0);

    await db.admin.query(`UPDATE step SET updated_at = now() - interval '1 minute' WHERE budget_blocked`);
    await sweep();
    expect(Number((await rowOf(runId)).reserved_micros)).toBe(0);
    await runDry(runtime);
    expect(await rowOf(runId)).toMatchObject({ status: 'budget_exceeded' });
  });
});

describe('a run that runs all that it may', () => {
  it('hides no other run behind its ready steps', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => `s${n}`);
    const wide = await start({ kind: 'fan_out' }, ids, { parallelLimit: 1 });
    expect(await claim(wide, 's0')).not.toBeNull();
    const other = await start(pipeline, ['only']);
    const runtime = testRuntime({ call: async () => answer('done') });
    expect(await advance(runtime)).toBe(1);
    expect(await rowOf(other)).toMatchObject({ status: 'completed' });
  });
});
