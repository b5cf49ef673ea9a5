import { Provenance } from '@domain/evolution/view';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../server/db/ids';
import { env } from '../../server/env';
import { jobQueue } from '../../server/queue/enqueue';
import { detectProposals } from '../../server/services/evolution/detect';
import { teamMetrics } from '../../server/services/evolution/metrics';
import { ringDetectorsAgain } from '../../server/services/evolution/ring-again';
import { startRun } from '../../server/services/run/start';
import { applyVersion } from '../../server/services/version/apply';
import { getVersion } from '../../server/services/version/get';
import { rejectVersion } from '../../server/services/version/reject';
import { teamDetect } from '../../workers/handlers/team-detect';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { refusal } from '../support/refusal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';

const db = await testDatabase();
closeEngineAfterwards();
afterEach(() => {
  Object.assign(env(), { TROUPE_FAILPOINTS: '' });
});

/** The demo model's reviewer sends the first delivery back for the second criterion, each time. */
const GOAL = 'Announce the release.\nAcceptance: names the date; says what is new';
let org: TestOrg;
let ada: string;
let ben: string;
beforeAll(async () => {
  org = await makeOrg(db);
  [ada, ben] = [await addAgent(db, org, 'Ada'), await addAgent(db, org, 'Ben')];
});

const gate = () =>
  makeTeam(
    db,
    org,
    manifestOf('review_gate', [
      { id: 'write', agentId: ada, responsibility: 'Write the text', contract: 'A text' },
      { id: 'review', agentId: ben, review: true },
    ]),
  );
async function settled(teamId: string, times: number, projectId = org.projectId): Promise<string[]> {
  const runIds: string[] = [];
  for (let n = 0; n < times; n += 1) {
    const input = { projectId, teamId, goal: GOAL, idempotencyKey: newId() };
    runIds.push((await startRun(org.owner, input)).runId);
    await runDry(testRuntime());
  }
  return runIds;
}
const detected = async (teamId: string, ctx = org.owner) =>
  (await detectProposals(ctx, { id: teamId })).versions;
const openProposals = async (teamId: string): Promise<number> =>
  Number(
    (
      await db.admin.query(
        `SELECT count(*) FROM team_version WHERE team_id = $1 AND origin = 'agent_proposal' AND status = 'draft'`,
        [teamId],
      )
    ).rows[0].count,
  );

describe('the detector', () => {
  it('proposes a draft once a pair was rejected in two settled runs, with its problem, change, effect, runs and facts (T-119, T-120, T-121, T-122)', async () => {
    const teamId = await gate();
    const first = await settled(teamId, 1);
    expect(await detected(teamId)).toEqual([]);
    const runIds = [...first, ...(await settled(teamId, 1))];
    expect(await detected(teamId)).toEqual([2]);
    const version = await getVersion(org.owner, { teamId, version: 2 });
    expect(version).toMatchObject({
      status: 'draft',
      origin: 'agent_proposal',
      baseVersion: 1,
      current: false,
    });
    const provenance = Provenance.parse(version.provenance);
    expect(provenance).toMatchObject({
      executor_slot: 'write',
      reviewer_slot: 'review',
      source_runs: runIds,
    });
    expect(provenance.observed_problem).toContain('rejected “write” 2 times in 2 runs');
    expect(provenance.proposed_change).not.toBe('');
    expect(provenance.expected_effect).not.toBe('');
    for (const { runId, seq } of provenance.facts)
      expect((await factsOf(db, runId))[seq - 1]).toMatchObject({
        type: 'plan.task.rejected',
        executorSlot: 'write',
      });
    const [write, review] = (version.manifest as ReturnType<typeof manifestOf>).slots;
    expect(write!.contract.text).toMatch(/^A text\n\nReviews asked for this more than once:\n- /);
    expect(review!.contract.text).toBe('The result of review');
  });

  it('says it once, not again while the proposal is open, and counts anew after it was decided (T-120)', async () => {
    const teamId = await gate();
    await settled(teamId, 2);
    expect(await detected(teamId)).toEqual([2]);
    await settled(teamId, 1);
    expect(await detected(teamId)).toEqual([]);
    await rejectVersion(org.owner, { teamId, version: 2, reason: 'It is right as it is' });
    expect(await detected(teamId)).toEqual([]);
    await settled(teamId, 1);
    expect(await detected(teamId)).toEqual([]);
    await settled(teamId, 1);
    expect(await detected(teamId)).toEqual([3]);
  });

  it('sees rejections that no rework was allowed for', async () => {
    const slots = [
      { id: 'write', agentId: ada, contract: 'A text' },
      { id: 'review', agentId: ben, review: true },
    ];
    const teamId = await makeTeam(db, org, manifestOf('review_gate', slots, { maxRework: 0 }));
    await settled(teamId, 2);
    const { versions } = await teamMetrics(org.owner, { id: teamId });
    expect(versions[0]).toMatchObject({ failed: 2, disputes: [{ rejections: 2, runs: 2 }] });
    expect(await detected(teamId)).toEqual([2]);
  });

  it('looks at the version in force alone (T-120)', async () => {
    const teamId = await gate();
    await settled(teamId, 2);
    const [version] = await detected(teamId);
    await applyVersion(org.owner, { teamId, version: version!, note: '' });
    expect(await detected(teamId)).toEqual([]);
  });

  it('is rung for by each settled run that had a rejection, and proposes as the engine, in the audit too (T-119)', async () => {
    const teamId = await gate();
    const [, last] = await settled(teamId, 2);
    await teamDetect({ orgId: org.orgId, teamId, runId: last! });
    const { rows } = await db.admin.query(
      `SELECT actor_kind, actor_id FROM audit WHERE action = 'team_version.proposed' AND target_id = $1`,
      [teamId],
    );
    expect(rows).toEqual([{ actor_kind: 'system', actor_id: null }]);
  });

  it('is rung for again within the hour where the ring was lost, and not for long-settled or trial runs', async () => {
    const at = async (closed: string, kind = 'normal') => {
      const teamId = await gate();
      const [runId] = await settled(teamId, 1);
      await db.admin.query('UPDATE run SET closed_at = now() - $2::interval, kind = $3 WHERE id = $1', [
        ...[runId, closed, kind],
      ]);
      return teamId;
    };
    const lost = await at('20 minutes');
    const others = [await at('2 hours'), await at('10 seconds'), await at('20 minutes', 'trial')];
    const rung = vi.spyOn(jobQueue(), 'add');
    await ringDetectorsAgain();
    const teams = rung.mock.calls.map(([, payload]) => (payload as { teamId: string }).teamId);
    rung.mockRestore();
    expect(teams).toContain(lost);
    for (const other of others) expect(teams).not.toContain(other);
  });

  it('makes one proposal, however many look at once', async () => {
    const teamId = await gate();
    await settled(teamId, 2);
    const made = await Promise.all(Array.from({ length: 6 }, () => detected(teamId)));
    expect(made.flat()).toEqual([2]);
    expect(await openProposals(teamId)).toBe(1);
  });

  it('control: without turns several would be made, and only the index stops them', async () => {
    const teamId = await gate();
    await settled(teamId, 2);
    Object.assign(env(), { TROUPE_FAILPOINTS: 'control.detect_turns' });
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => detected(teamId)));
    expect(made.some(({ status }) => status === 'rejected')).toBe(true);
    expect(await openProposals(teamId)).toBe(1);
  });

  /** A project that only people of one unit see. */
  async function hiddenProject(): Promise<string> {
    const unit = await addUnit(db, org, `Unit ${newId().slice(-6)}`);
    const projectId = newId();
    await db.admin.query(
      'INSERT INTO project (org_id, id, slug, name, unit_id) VALUES ($1, $2, $3, $3, $4)',
      [...[org.orgId, projectId, `p-${projectId.slice(-8)}`, unit.id]],
    );
    return projectId;
  }

  it('draws on runs alone that everybody sees who sees the team, whoever asks', async () => {
    const teamId = await gate();
    await settled(teamId, 3, await hiddenProject());
    expect(await detected(teamId)).toEqual([]);
  });

  it('control: would tell all who read the team what a hidden project’s reviews said', async () => {
    const teamId = await gate();
    await settled(teamId, 2, await hiddenProject());
    Object.assign(env(), { TROUPE_FAILPOINTS: 'control.evolution_sources' });
    expect(await detected(teamId)).toEqual([2]);
  });

  it('proposes nothing that could not become a version: a contract that is full', async () => {
    const full = 'x'.repeat(65_500);
    const teamId = await makeTeam(
      db,
      org,
      manifestOf('review_gate', [
        { id: 'write', agentId: ada, responsibility: 'Write the text', contract: full },
        { id: 'review', agentId: ben, review: true },
      ]),
    );
    await settled(teamId, 2);
    expect(await detected(teamId)).toEqual([]);
  });

  it('is for who may propose versions of the team', async () => {
    const teamId = await gate();
    expect((await refusal(detected(teamId, await addPerson(db, org, 'operator')))).code).toBe('forbidden');
    expect((await refusal(detected(teamId, (await makeOrg(db)).owner))).code).toBe('not_found');
    expect(await detected(teamId, await addPerson(db, org, 'builder'))).toEqual([]);
  });
});

describe('the figures of a version', () => {
  it('count its settled runs, how they ended, what was accepted at once, rework, tokens, cost and time (T-116)', async () => {
    const teamId = await gate();
    await settled(teamId, 2);
    const { versions } = await teamMetrics(org.owner, { id: teamId });
    expect(versions).toMatchObject([
      {
        ...{ version: 1, runs: 2, completed: 2, failed: 0, cancelled: 0, acceptedFirst: 0, meanRework: 1 },
        ...{ acceptedShare: { value: 0 }, meanCostMicros: 0 },
      },
    ]);
    expect(versions[0]!.meanTokens).toBeGreaterThan(0);
    expect(versions[0]!.durationMs!.p95).toBeGreaterThanOrEqual(versions[0]!.durationMs!.p50);
  });

  it('tell which slots dispute, how often, in which runs and what about (T-117)', async () => {
    const teamId = await gate();
    const runIds = await settled(teamId, 2);
    const [version] = (await teamMetrics(org.owner, { id: teamId })).versions;
    expect(version!.disputes).toMatchObject([
      { executorSlot: 'write', reviewerSlot: 'review', rejections: 2, runs: 2, runIds: runIds.reverse() },
    ]);
    expect(version!.disputes[0]!.feedback[0]).toMatchObject({ times: 2 });
  });

  it('are of the projects that the caller sees, and of one alone where it is named (T-116)', async () => {
    const left = await addUnit(db, org, 'Left');
    const projectId = newId();
    await db.admin.query(
      'INSERT INTO project (org_id, id, slug, name, unit_id) VALUES ($1, $2, $3, $3, $4)',
      [...[org.orgId, projectId, 'left', left.id]],
    );
    const teamId = await gate();
    await settled(teamId, 1);
    await settled(teamId, 1, projectId);
    const right = await addUnit(db, org, 'Right');
    const beside = await addPerson(db, org, 'viewer', right.id);
    const runsOf = async (ctx: TestOrg['owner'], more = {}) =>
      (await teamMetrics(ctx, { id: teamId, ...more })).versions[0]?.runs;
    expect(await runsOf(org.owner)).toBe(2);
    expect(await runsOf(org.owner, { projectId })).toBe(1);
    expect(await runsOf(beside)).toBe(1);
    expect((await refusal(teamMetrics(beside, { id: teamId, projectId }))).code).toBe('not_found');
  });
});
