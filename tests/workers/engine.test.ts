import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoModel } from '../../server/agents/demo/model';
import { newId } from '../../server/db/ids';
import { closeBus } from '../../server/live/bus';
import { closeJobQueue } from '../../server/queue/enqueue';
import { startRun } from '../../server/services/run/start';
import { advance } from '../../server/services/step/advance';
import { stopGuards } from '../../server/services/step/guard';
import type { Runtime } from '../../server/services/step/runtime';
import { testDatabase } from '../support/database';
import { factsOf, typesOf } from '../support/journal';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
const runtime: Runtime = {
  worker: 'test-worker',
  leaseMs: 15_000,
  draining: () => false,
  connect: () => demoModel({ wordDelayMs: 0 }),
};

let org: TestOrg;
beforeAll(async () => {
  org = await makeOrg(db);
});
afterAll(async () => {
  stopGuards();
  await closeBus();
  await closeJobQueue();
});

async function finish(): Promise<void> {
  for (let ran = 1; ran > 0; ) ran = await advance(runtime);
}

describe('a pipeline', () => {
  it('runs its slots in order and ends with honest totals (T-55)', async () => {
    const [a, b] = [await addAgent(db, org, 'Ada'), await addAgent(db, org, 'Bo')];
    const teamId = await makeTeam(
      db,
      org,
      manifestOf('pipeline', [
        { id: 'draft', agentId: a },
        { id: 'polish', agentId: b },
      ]),
    );
    const { runId } = await startRun(org.owner, {
      projectId: org.projectId,
      teamId,
      goal: 'Write a short note about tides',
      idempotencyKey: newId(),
    });
    await finish();
    const facts = await factsOf(db, runId);
    expect(typesOf(facts)).toEqual([
      'run.started',
      'team.started',
      'slot.bound',
      'slot.bound',
      'plan.created',
      'plan.task.ready',
      'plan.task.started',
      'model.called',
      'model.settled',
      'plan.task.completed',
      'plan.task.ready',
      'plan.task.started',
      'model.called',
      'model.settled',
      'plan.task.completed',
      'team.completed',
      'run.completed',
      'run.closed',
    ]);
  });
});
