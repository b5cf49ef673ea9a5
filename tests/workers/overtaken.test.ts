import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelAnswer, ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { cancelRun } from '../../server/services/run/cancel';
import { startRun } from '../../server/services/run/start';
import { testDatabase } from '../support/database';
import { factsOf, typesOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
beforeAll(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
});

const text: ModelAnswer = {
  text: 'done',
  toolCalls: [],
  finish: 'stop',
  usage: { inputTokens: 10, outputTokens: 5 },
};
const tool: ModelAnswer = {
  ...text,
  toolCalls: [{ id: 't1', name: 'list_team_members', args: {} }],
  finish: 'tool_calls',
};

/** A run of two slots that is stopped while its first model call answers; how often the model was asked. */
async function stoppedDuring(answer: ModelAnswer): Promise<{ asked: number; types: string[] }> {
  const slots = ['one', 'two'].map((id) => ({ id, agentId: ada }));
  const teamId = await makeTeam(db, org, manifestOf('pipeline', slots));
  const { runId } = await startRun(org.owner, {
    projectId: org.projectId,
    teamId,
    goal: 'Stop at the last moment',
    idempotencyKey: newId(),
  });
  let asked = 0;
  const port: ModelPort = {
    call: async () => {
      asked += 1;
      // The stop commits behind the back of what this process knows of the run.
      if (asked === 1) await cancelRun(org.owner, { runId, reason: '' });
      return answer;
    },
  };
  await runDry(testRuntime(port));
  return { asked, types: typesOf(await factsOf(db, runId)) };
}

describe('an outcome that a stop has overtaken', () => {
  it('takes no next step with it, though its first decision had claimed one', async () => {
    const { asked, types } = await stoppedDuring(text);
    expect(asked).toBe(1);
    expect(types.slice(-4)).toEqual(['run.cancelled', 'model.settled', 'step.stopped', 'run.closed']);
  });

  it('opens no next call, though its first decision had opened one', async () => {
    const { asked, types } = await stoppedDuring(tool);
    expect(asked).toBe(1);
    expect(types.slice(-4)).toEqual(['run.cancelled', 'model.settled', 'step.stopped', 'run.closed']);
  });
});
