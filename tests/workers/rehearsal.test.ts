import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registerTool } from '../../server/agents/tools';
import { newId } from '../../server/db/ids';
import { forecastRun } from '../../server/services/cost/forecast';
import { detectProposals } from '../../server/services/evolution/detect';
import { teamMetrics } from '../../server/services/evolution/metrics';
import { rehearsalOf } from '../../server/services/evolution/rehearsal';
import { rehearseVersion } from '../../server/services/evolution/rehearse';
import { attachFile } from '../../server/services/file/attach';
import { listFiles } from '../../server/services/file/list';
import { startRun } from '../../server/services/run/start';
import { applyVersion } from '../../server/services/version/apply';
import { rejectVersion } from '../../server/services/version/reject';
import { scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { refusal } from '../support/refusal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';

const db = await testDatabase();
closeEngineAfterwards();

const GOAL = 'Announce the release.\nAcceptance: names the date; says what is new';
let org: TestOrg;
let ada: string;
let ben: string;
beforeAll(async () => {
  org = await makeOrg(db);
  [ada, ben] = [await addAgent(db, org, 'Ada'), await addAgent(db, org, 'Ben')];
});

async function settled(teamId: string, times: number, projectId = org.projectId): Promise<string[]> {
  const runIds: string[] = [];
  for (let n = 0; n < times; n += 1) {
    const input = { projectId, teamId, goal: GOAL, idempotencyKey: newId() };
    runIds.push((await startRun(org.owner, input)).runId);
    await runDry(testRuntime());
  }
  return runIds;
}

/** A team with a proposal of the detector, and the runs that it was made from. */
async function proposed() {
  const slots = [
    { id: 'write', agentId: ada, contract: 'A text' },
    { id: 'review', agentId: ben, review: true },
  ];
  const teamId = await makeTeam(db, org, manifestOf('review_gate', slots));
  const sources = await settled(teamId, 2);
  const [version] = (await detectProposals(org.owner, { id: teamId })).versions;
  return { teamId, sources, version: version! };
}
const rehearse = (of: { teamId: string; version: number }, more: object = {}, ctx = org.owner) =>
  rehearseVersion(ctx, { teamId: of.teamId, version: of.version, idempotencyKey: newId(), ...more });
const figures = async (teamId: string) => {
  const forecast = await forecastRun(org.owner, { teamId, version: 1 });
  const { versions } = await teamMetrics(org.owner, { id: teamId });
  return JSON.stringify([forecast, versions]);
};

describe('a rehearsal', () => {
  it('runs the draft on the goals that it was made from, with budgets of its own, linked to those runs (T-123)', async () => {
    const team = await proposed();
    const { runs, skipped } = await rehearse(team, { budgetMicros: 900_000 });
    expect(skipped).toEqual([]);
    expect(runs.map(({ sourceRunId }) => sourceRunId)).toEqual(team.sources);
    await runDry(testRuntime());
    const { rows } = await db.admin.query(
      `SELECT kind, rerun_of, team_version, goal, cap_micros::int, status FROM run WHERE id = ANY ($1) ORDER BY created_at`,
      [runs.map(({ runId }) => runId)],
    );
    const trial = { kind: 'trial', team_version: 2, goal: GOAL, cap_micros: 900_000, status: 'completed' };
    expect(rows).toEqual(team.sources.map((rerun_of) => ({ ...trial, rerun_of })));
  });

  it('stands beside what it repeats, trial by trial', async () => {
    const team = await proposed();
    await rehearse(team);
    await runDry(testRuntime());
    const { trials } = await rehearsalOf(org.owner, team);
    expect(new Set(trials.map(({ source }) => source.id))).toEqual(new Set(team.sources));
    for (const { goal, source, trial } of trials) {
      expect(goal).toBe(GOAL);
      expect(source).toMatchObject({ rejections: 1, closed: true, status: 'completed' });
      expect(trial).toMatchObject({ rejections: 0, closed: true, status: 'completed' });
      expect(trial.tokens).toBeGreaterThan(0);
    }
  });

  it('changes no figure, no forecast and no detector (T-114, T-119)', async () => {
    const team = await proposed();
    const before = await figures(team.teamId);
    await rehearse(team);
    await runDry(testRuntime());
    expect(await figures(team.teamId)).toBe(before);
    await applyVersion(org.owner, { ...team, note: '' });
    expect((await detectProposals(org.owner, { id: team.teamId })).versions).toEqual([]);
    const { versions } = await teamMetrics(org.owner, { id: team.teamId });
    expect(versions.map(({ version }) => version)).toEqual([1]);
  });

  it('control: as normal runs the same trials would be figures', async () => {
    const team = await proposed();
    const before = await figures(team.teamId);
    const { runs } = await rehearse(team);
    await runDry(testRuntime());
    await db.admin.query(`UPDATE run SET kind = 'normal' WHERE id = ANY ($1)`, [
      runs.map(({ runId }) => runId),
    ]);
    expect(await figures(team.teamId)).not.toBe(before);
  });

  it('is offered no tool that reaches the outside, and may not call one', async () => {
    const unregister = registerTool({
      ...{ name: 'send_post', kind: 'effect', scope: 'agent', description: 'Sends a letter' },
      input: z.strictObject({}),
      run: async () => {
        throw new Error('this must never run');
      },
    });
    const team = await proposed();
    const { runs } = await rehearse(team, { sources: team.sources.slice(0, 1) });
    const says = scripted({
      write: [{ tools: [{ name: 'send_post', args: {} }] }],
      review: [{ text: '{"accept":true,"issues":[]}' }],
    });
    await runDry(testRuntime(says.port));
    unregister();
    const facts = await factsOf(db, runs[0]!.runId);
    const told = facts.flatMap((fact) => (fact.type === 'tool.settled' ? [fact.detail] : []));
    expect(told).toEqual(['tool_not_allowed']);
    expect(says.of('write')[0]?.tools?.some(({ name }) => name === 'send_post') ?? false).toBe(false);
  });

  it('of the same key is the same trials', async () => {
    const team = await proposed();
    const idempotencyKey = newId();
    const answers = await Promise.all(Array.from({ length: 5 }, () => rehearse(team, { idempotencyKey })));
    expect(new Set(answers.flatMap(({ runs }) => runs.map(({ runId }) => runId))).size).toBe(2);
    await runDry(testRuntime());
  });

  it('skips what cannot be tried and says why, without keeping the rest', async () => {
    const team = await proposed();
    const [foreign] = (await proposed()).sources;
    const [first] = team.sources;
    const answer = await rehearse(team, { sources: [first!, newId(), foreign!] });
    expect(answer.runs.map(({ sourceRunId }) => sourceRunId)).toEqual([first]);
    expect(answer.skipped.map(({ reason }) => reason)).toEqual(['not_found', 'not_found']);
    await runDry(testRuntime());
  });

  it('has what people attached for its goal, and takes neither runs that go on nor other trials', async () => {
    const team = await proposed();
    const by = { ...org.owner, userId: org.owner.userId! };
    const input = { projectId: org.projectId, teamId: team.teamId, goal: GOAL, idempotencyKey: newId() };
    const { runId: open } = await startRun(org.owner, input);
    await attachFile(by, { runId: open, name: 'brief.txt', bytes: Buffer.from('read me') });
    expect((await rehearse(team, { sources: [open] })).skipped).toMatchObject([
      { reason: 'source_not_ended' },
    ]);
    await runDry(testRuntime());
    const { runs } = await rehearse(team, { sources: [open] });
    const { files } = await listFiles(org.owner, { runId: runs[0]!.runId });
    expect(files.map(({ path }) => path)).toEqual(['attachments/brief.txt']);
    await runDry(testRuntime());
    const again = await rehearse(team, { sources: [runs[0]!.runId] });
    expect(again.skipped).toMatchObject([{ reason: 'not_found' }]);
  });

  it('answers its key as before when the version is decided since, and refuses the key with other input', async () => {
    const team = await proposed();
    const idempotencyKey = newId();
    const first = await rehearse(team, { idempotencyKey });
    await runDry(testRuntime());
    expect(await refusal(rehearse(team, { idempotencyKey, budgetMicros: 1 }))).toMatchObject({
      reason: 'idempotency_key_reused',
    });
    await rejectVersion(org.owner, { ...team, reason: 'No' });
    expect(await rehearse(team, { idempotencyKey })).toEqual(first);
  });

  it('is refused for a decided version, for a viewer, and where nothing has ended', async () => {
    const team = await proposed();
    const viewer = await addPerson(db, org, 'viewer');
    expect(await refusal(rehearse(team, {}, viewer))).toMatchObject({ code: 'forbidden' });
    await rejectVersion(org.owner, { ...team, reason: 'No' });
    expect(await refusal(rehearse(team))).toMatchObject({ reason: 'not_a_draft' });
    const unit = await addUnit(db, org, 'Elsewhere');
    await db.admin.query('UPDATE team SET unit_id = $2 WHERE id = $1', [team.teamId, unit.id]);
    const outside = await addPerson(db, org, 'operator', (await addUnit(db, org, 'Other')).id);
    expect(await refusal(rehearse(team, {}, outside))).toMatchObject({ code: 'not_found' });
  });
});

describe('an applied proposal', () => {
  it('has what was expected of it beside what became of it', async () => {
    const team = await proposed();
    await applyVersion(org.owner, { ...team, note: '' });
    await settled(team.teamId, 3);
    const { effects } = await teamMetrics(org.owner, { id: team.teamId });
    expect(effects).toMatchObject([
      {
        ...{ version: 2, baseVersion: 1, executorSlot: 'write', reviewerSlot: 'review', expectedBelow: 1 },
        before: { runs: 2, rejections: 2 },
        after: { runs: 3, rejections: 0 },
      },
    ]);
  });
});
