import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { addLead, delegating } from '../support/leading';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';
import { ofType } from '../support/till';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
beforeEach(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
  await db.admin.query(`UPDATE agent SET capabilities = '{"delegation": true}' WHERE id = $1`, [org.agentId]);
});

const teamOf = (slots: { id: string; agentId: string; lead?: boolean }[]) => {
  const manifest = manifestOf('pipeline', slots);
  return makeTeam(db, org, {
    ...manifest,
    protocol: { kind: 'lead_workers' },
    slots: manifest.slots.map((slot, at) => ({ ...slot, ...(slots[at]!.lead && { lead: true }) })),
  });
};
const join = (teamId: string, agentId: string) =>
  db.admin.query(`INSERT INTO team_member (org_id, team_id, agent_id, role) VALUES ($1, $2, $3, 'member')`, [
    org.orgId,
    teamId,
    agentId,
  ]);
const start = async (teamId: string): Promise<string> => {
  const input = { projectId: org.projectId, teamId, goal: 'A guide', idempotencyKey: newId() };
  return (await startRun(org.owner, input)).runId;
};
const planOf = async (runId: string) => ofType(await factsOf(db, runId), 'plan.created')[0]!.plan;

describe('a team none of whose slots leads', () => {
  it('is led by its hub, which gives work to all slots (T-43)', async () => {
    const runId = await start(await teamOf([{ id: 'facts', agentId: ada }]));
    const model = scripted({ lead: [{ tools: [delegating('facts')] }, { text: 'joined' }] });
    await runDry(testRuntime(model.port));
    const { steps } = await planOf(runId);
    expect(steps).toMatchObject([{ id: 'lead', agentId: org.agentId, lead: true, title: 'Coordinator' }]);
    const facts = await factsOf(db, runId);
    expect(ofType(facts, 'delegation.completed')).toHaveLength(1);
    expect(facts.some(({ type }) => type === 'run.completed')).toBe(true);
  });

  it('is not led by a hub that does not work in the project, and has no such member', async () => {
    const elsewhere = (agentId: string) =>
      db.admin.query('UPDATE agent SET project_ids = $2 WHERE id = $1', [agentId, [newId()]]);
    const teamId = await teamOf([{ id: 'facts', agentId: ada }]);
    const bo = await addAgent(db, org, 'Bo');
    await join(teamId, bo);
    await elsewhere(bo);
    const { steps } = await planOf(await start(teamId));
    expect(JSON.stringify(steps)).not.toContain(bo);
    await elsewhere(org.agentId);
    await expect(start(teamId)).rejects.toMatchObject({ reason: 'agent_unavailable' });
  });

  it('is not started while its hub may not be used', async () => {
    const teamId = await teamOf([{ id: 'facts', agentId: ada }]);
    const dear = await addAgent(db, org, 'Dear', { model: 'unpriced' });
    await db.admin.query(`UPDATE team_member SET agent_id = $2 WHERE team_id = $1`, [teamId, dear]);
    await expect(start(teamId)).rejects.toMatchObject({ reason: 'unpriced_model' });
    await db.admin.query('DELETE FROM team_member WHERE team_id = $1', [teamId]);
    await expect(start(teamId)).rejects.toMatchObject({ reason: 'no_lead' });
  });
});

describe('a team of which one slot leads and there is no other', () => {
  it('has its members as the roster, as they are when a run starts, without those who may not be used (T-43)', async () => {
    const lead = await addLead(db, org, 'Lea');
    const teamId = await teamOf([{ id: 'boss', agentId: lead, lead: true }]);
    for (const member of [lead, ada, await addAgent(db, org, 'Dear', { model: 'unpriced' })])
      await join(teamId, member);
    const named = async () => (await planOf(await start(teamId))).steps[0]?.roster?.map((one) => one.title);
    expect(await named()).toEqual(['Ada']);
    await join(teamId, await addAgent(db, org, 'Bo'));
    expect(await named()).toEqual(['Ada', 'Bo']);
  });
});
