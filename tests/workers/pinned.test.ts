import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import type { AgentRow } from '../../server/db/journal/engine';
import { startRun } from '../../server/services/run/start';
import { applyVersion } from '../../server/services/version/apply';
import { proposeVersion } from '../../server/services/version/propose';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
let bo: string;
beforeAll(async () => {
  org = await makeOrg(db);
  [ada, bo] = [await addAgent(db, org, 'Ada'), await addAgent(db, org, 'Bo')];
});

const input = (teamId: string) => ({
  projectId: org.projectId,
  teamId,
  goal: 'Stay as you are',
  idempotencyKey: newId(),
});
const slotsOf = (manifest: { slots: { id: string }[] }): string[] => manifest.slots.map((slot) => slot.id);

describe('a run and its team’s definition', () => {
  it('is pinned: a version applied after the start changes nothing in it (T-36, T-130)', async () => {
    const teamId = await makeTeam(
      db,
      org,
      manifestOf('pipeline', [
        { id: 'one', agentId: ada },
        { id: 'two', agentId: bo },
      ]),
    );
    const { runId } = await startRun(org.owner, input(teamId));
    const other = manifestOf('pipeline', [{ id: 'three', agentId: bo }]);
    const { version } = await proposeVersion(org.owner, {
      teamId,
      manifest: other,
      baseVersion: 1,
      origin: 'human',
      note: '',
    });
    await applyVersion(org.owner, { teamId, version, note: '' });
    const { runId: later } = await startRun(org.owner, input(teamId));
    await runDry(testRuntime());

    const { rows } = await db.admin.query(
      'SELECT id, team_version, manifest, status FROM run WHERE id = ANY ($1)',
      [[runId, later]],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(byId.get(runId)).toMatchObject({ team_version: 1, status: 'completed' });
    expect(byId.get(later)).toMatchObject({ team_version: 2, status: 'completed' });
    expect(slotsOf(byId.get(runId).manifest)).toEqual(['one', 'two']);
    expect(slotsOf(byId.get(later).manifest)).toEqual(['three']);
    const done = (await factsOf(db, runId)).flatMap((fact) =>
      fact.type === 'plan.task.completed' ? [fact.stepId] : [],
    );
    expect(done).toEqual(['one', 'two']);
  });
});

describe('the beginning of a team’s run', () => {
  it('says the team, its version, the goal and every binding, from the root’s own journal (T-45, T-46, T-49)', async () => {
    const teamId = await makeTeam(
      db,
      org,
      manifestOf('pipeline', [
        { id: 'one', agentId: ada },
        { id: 'two', agentId: bo },
      ]),
    );
    const { runId } = await startRun(org.owner, input(teamId));
    const facts = await factsOf(db, runId);
    expect(facts.slice(0, 5)).toMatchObject([
      { seq: 1, type: 'run.started', teamId, startedBy: org.owner.userId, projectId: org.projectId },
      {
        seq: 2,
        type: 'team.started',
        teamId,
        version: 1,
        goal: 'Stay as you are',
        bindings: { one: ada, two: bo },
      },
      { seq: 3, type: 'slot.bound', slotId: 'one', agentId: ada, mode: 'fixed' },
      { seq: 4, type: 'slot.bound', slotId: 'two', agentId: bo, mode: 'fixed' },
      { seq: 5, type: 'plan.created' },
    ]);
    const { rows } = await db.admin.query('SELECT root_run_id, parent_run_id FROM run WHERE id = $1', [
      runId,
    ]);
    expect(rows).toEqual([{ root_run_id: runId, parent_run_id: null }]);
    await runDry(testRuntime());
  });
});

describe('a slot', () => {
  it('is worked on by its own agent, with that agent’s persona, model and ledger rows (T-44)', async () => {
    const asked: { agent: string; system: string }[] = [];
    const port = (agent: AgentRow): ModelPort => ({
      call: async ({ system }) => {
        asked.push({ agent: agent.id, system });
        return { text: 'done', toolCalls: [], finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
      },
    });
    const teamId = await makeTeam(
      db,
      org,
      manifestOf('pipeline', [
        { id: 'one', agentId: ada },
        { id: 'two', agentId: bo },
      ]),
    );
    const { runId } = await startRun(org.owner, input(teamId));
    await runDry(testRuntime(undefined, { connect: (_org, agent) => port(agent) }));
    expect(asked.map((one) => one.agent)).toEqual([ada, bo]);
    expect(asked[0]!.system).toContain('Your name is Ada');
    expect(asked[1]!.system).toContain('Your name is Bo');
    const { rows } = await db.admin.query(
      `SELECT m.step_id, s.agent_id, m.status FROM model_call m JOIN step s ON s.run_id = m.run_id AND s.id = m.step_id WHERE m.run_id = $1 ORDER BY s.ordinal`,
      [runId],
    );
    expect(rows).toEqual([
      { step_id: 'one', agent_id: ada, status: 'ok' },
      { step_id: 'two', agent_id: bo, status: 'ok' },
    ]);
  });
});
