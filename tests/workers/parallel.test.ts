import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { advance } from '../../server/services/step/advance';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let agentId: string;
beforeAll(async () => {
  org = await makeOrg(db);
  agentId = await addAgent(db, org, 'Ada');
});

/** A model that counts how many of its calls are open at the same time. */
function counting(): { port: ModelPort; most: () => number } {
  let open = 0;
  let most = 0;
  const port: ModelPort = {
    call: async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 30));
      open -= 1;
      return { text: 'done', toolCalls: [], finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
    },
  };
  return { port, most: () => most };
}

async function start(
  protocol: object,
  ids: string[],
  defaults: Record<string, number> = {},
): Promise<string> {
  const manifest = manifestOf(
    'pipeline',
    ids.map((id) => ({ id, agentId })),
    defaults,
  );
  const teamId = await makeTeam(db, org, { ...manifest, protocol });
  const input = { projectId: org.projectId, teamId, goal: 'All at once', idempotencyKey: newId() };
  return (await startRun(org.owner, input)).runId;
}

/** Several jobs at once, as a worker takes them, then whatever is left. */
async function work(port: ModelPort, jobs: number): Promise<void> {
  const runtime = testRuntime(port);
  await Promise.all(Array.from({ length: jobs }, () => advance(runtime)));
  await runDry(runtime);
}

describe('steps at the same time', () => {
  it('fan out up to the limit and join in the last slot (T-42)', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'join'];
    const runId = await start({ kind: 'fan_out' }, ids, { parallelLimit: 3 });
    const { port, most } = counting();
    await work(port, 8);
    const facts = await factsOf(db, runId);
    expect(facts.at(-2)?.type).toBe('run.completed');
    expect(most()).toBeGreaterThan(1);
    expect(most()).toBeLessThanOrEqual(3);
    const started = facts.flatMap((fact) => (fact.type === 'plan.task.started' ? [fact.stepId] : []));
    expect(started.at(-1)).toBe('join');
    expect([...started].sort()).toEqual([...ids].sort());
  });

  it('follow the edges of a graph (T-41)', async () => {
    const step = (id: string, ...dependsOn: string[]) => ({ id, slot: id, dependsOn });
    const steps = [step('top'), step('left', 'top'), step('right', 'top'), step('bottom', 'left', 'right')];
    const runId = await start({ kind: 'dag', steps }, ['top', 'left', 'right', 'bottom']);
    await work(counting().port, 4);
    const facts = await factsOf(db, runId);
    expect(facts.at(-2)?.type).toBe('run.completed');
    const done = facts.flatMap((fact) => (fact.type === 'plan.task.completed' ? [fact.stepId] : []));
    expect([done[0], done.at(-1)]).toEqual(['top', 'bottom']);
  });
});
