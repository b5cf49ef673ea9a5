import { MAX_CHILDREN } from '@domain/run/limits';
import { expect, it } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { advance } from '../../server/services/step/advance';
import { scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { addLead, delegating, leadTeam, planning } from '../support/leading';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeOrg } from '../support/tenants';
import { ofType } from '../support/till';

const db = await testDatabase();
closeEngineAfterwards();

it(`two steps that delegate at the same time share what is left of ${MAX_CHILDREN}: the later one is told, and may do it itself (T-7)`, async () => {
  const org = await makeOrg(db);
  const agentId = await addLead(db, org, 'Lea');
  const teamId = await leadTeam(
    db,
    org,
    agentId,
    ['left', 'right', 'hand'].map((id) => ({ id, agentId })),
  );
  const input = { projectId: org.projectId, teamId, goal: 'Crowd', idempotencyKey: newId() };
  const { runId } = await startRun(org.owner, input);

  const [left, right] = ['lead/delegate/01', 'lead/delegate/02'];
  const fifty = planning(Array.from({ length: 50 }, (_, n) => ({ id: `t${n}`, agent: 'hand' })));
  const script = scripted({
    lead: [{ tools: [delegating('left'), delegating('right')] }],
    [left!]: [{ tools: [fifty, fifty] }],
    [right!]: [{ tools: [fifty, fifty] }],
  });
  // Both have their answer in the same moment, when neither has recorded anything.
  let both: () => void = () => {};
  const together = new Promise<void>((resolve) => {
    both = resolve;
  });
  let arrived = 0;
  const port: ModelPort = {
    call: async (request, options) => {
      const step = decodeURIComponent(request.headers?.['x-troupe-step'] ?? '');
      if ((step === left || step === right) && script.of(step).length === 0) {
        arrived += 1;
        if (arrived === 2) both();
        await together;
      }
      return script.port.call(request, options);
    },
  };
  const runtime = testRuntime(port);
  await advance(runtime);
  await Promise.all([advance(runtime), advance(runtime)]);
  await runDry(runtime);

  const facts = await factsOf(db, runId);
  const started = ofType(facts, 'delegation.started').map(({ stepId }) => stepId);
  expect(started.filter((stepId) => stepId === 'lead')).toHaveLength(2);
  expect(started.length - 2).toBe(150);
  expect(ofType(facts, 'tool.settled').filter(({ outcome }) => outcome === 'refused')).toMatchObject([
    { detail: 'too_many_children' },
  ]);
  expect(ofType(facts, 'run.completed')).toHaveLength(1);
});
