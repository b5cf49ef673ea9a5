import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { testDatabase } from '../support/database';
import { proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

type Started = { runId: string; status: string; replayed: boolean };
let org: TestOrg;
let teamId: string;
let as: Record<'operator' | 'viewer' | 'stranger', ReturnType<typeof proceduresOf>>;

beforeAll(async () => {
  org = await makeOrg(db);
  const foreign = await makeOrg(db);
  const person = async (userId: string) => proceduresOf(org.slug, await cookieOf(db, userId));
  as = {
    operator: await person((await addPerson(db, org, 'operator')).userId),
    viewer: await person((await addPerson(db, org, 'viewer')).userId),
    stranger: await person(foreign.owner.userId!),
  };
  teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 'only', agentId: org.agentId }]));
});

const input = (more: object = {}) => ({
  projectId: org.projectId,
  teamId,
  goal: 'Write a note',
  idempotencyKey: newId(),
  ...more,
});
const start = (more: object = {}, who = as.operator) => who.mutate<Started>('run.start', input(more));
const runs = async (): Promise<number> =>
  Number((await db.admin.query('SELECT count(*) FROM run')).rows[0].count);

/** Status and reason of a refused start, which must have written nothing. */
async function refusal(more: object, who = as.operator): Promise<[number, string | undefined]> {
  const before = await runs();
  const { status, error } = await start(more, who);
  expect(await runs()).toBe(before);
  return [status, error?.reason];
}

describe('run.start', () => {
  it('takes project, goal, version and an idempotency key, and answers the run (T-35)', async () => {
    const answer = await start({ version: 1, budgetMicros: 1_000_000 });
    expect(answer).toMatchObject({ status: 200, data: { status: 'queued', replayed: false } });
    const { rows } = await db.admin.query('SELECT * FROM run WHERE id = $1', [answer.data.runId]);
    expect(rows[0]).toMatchObject({
      goal: 'Write a note',
      team_version: 1,
      cap_micros: 1_000_000,
      team_id: teamId,
    });
    const audit = await db.admin.query(
      `SELECT actor_kind FROM audit WHERE action = 'run.started' AND target_id = $1`,
      [answer.data.runId],
    );
    expect(audit.rows).toEqual([{ actor_kind: 'user' }]);
  });

  it('answers the same run for the same key, and 422 for the key with another input', async () => {
    const idempotencyKey = newId();
    const first = await start({ idempotencyKey });
    const second = await start({ idempotencyKey });
    expect(second.data).toMatchObject({ runId: first.data.runId, replayed: true });
    expect(await refusal({ idempotencyKey, goal: 'Another goal' })).toEqual([422, 'idempotency_key_reused']);
  });

  it.each([
    ['no key', { idempotencyKey: undefined }],
    ['a key of 300 characters', { idempotencyKey: 'k'.repeat(300) }],
    ['an empty goal', { goal: '   ' }],
    ['a goal that cannot be stored', { goal: 'a\u0000b' }],
    ['unknown fields', { cost: 0, status: 'completed' }],
    ['a budget below zero', { budgetMicros: -1 }],
    ['a budget that is no whole number', { budgetMicros: 0.5 }],
    ['a budget as text', { budgetMicros: '10' }],
    ['a version of 1.5', { version: 1.5 }],
    ['an id that is none', { teamId: '../' }],
    ['an id as a list', { projectId: ['a'] }],
  ])('refuses %s with 400', async (_, more) => {
    expect((await refusal(more))[0]).toBe(400);
  });

  it('starts applied versions only: none is 409, an unknown one 422', async () => {
    const bare = await makeTeam(db, org, manifestOf('pipeline', [{ id: 'only', agentId: org.agentId }]));
    await db.admin.query('UPDATE team SET current_version = NULL WHERE id = $1', [bare]);
    expect(await refusal({ teamId: bare })).toEqual([409, 'no_applied_version']);
    expect(await refusal({ version: 99 })).toEqual([422, 'unknown_version']);
    await db.admin.query(
      `INSERT INTO team_version (org_id, team_id, version, manifest, created_by) SELECT org_id, team_id, 2, manifest, created_by FROM team_version WHERE team_id = $1`,
      [bare],
    );
    expect(await refusal({ teamId: bare, version: 2 })).toEqual([409, 'version_not_applied']);
  });

  it('refuses an agent that is gone and a model without a price with 422', async () => {
    const [gone, dear] = [
      await addAgent(db, org, 'Gone'),
      await addAgent(db, org, 'Dear', { model: 'unpriced' }),
    ];
    await db.admin.query('UPDATE agent SET deleted_at = now() WHERE id = $1', [gone]);
    const withAgent = (agentId: string) =>
      makeTeam(db, org, manifestOf('pipeline', [{ id: 'only', agentId }]));
    expect(await refusal({ teamId: await withAgent(gone) })).toEqual([422, 'agent_unavailable']);
    expect(await refusal({ teamId: await withAgent(dear) })).toEqual([422, 'unpriced_model']);
  });

  it('is 403 for a viewer, 404 for a stranger, and for a team or project that is not there', async () => {
    expect((await refusal({}, as.viewer))[0]).toBe(403);
    expect((await refusal({}, as.stranger))[0]).toBe(404);
    expect((await refusal({ teamId: newId() }))[0]).toBe(404);
    expect((await refusal({ projectId: newId() }))[0]).toBe(404);
  });

  it('is 429 with Retry-After beyond the organization’s queue, and 403 while it is suspended', async () => {
    await db.admin.query('UPDATE organization SET max_queued = 0 WHERE org_id = $1', [org.orgId]);
    expect(await refusal({})).toEqual([429, 'too_many_queued']);
    await db.admin.query(
      'UPDATE organization SET max_queued = 1000, suspended_at = now() WHERE org_id = $1',
      [org.orgId],
    );
    expect(await refusal({})).toEqual([403, 'suspended']);
    await db.admin.query('UPDATE organization SET suspended_at = NULL WHERE org_id = $1', [org.orgId]);
  });
});

describe('run.cancel', () => {
  it('cancels once, says so the second time, and is 404 for a stranger', async () => {
    const { runId } = (await start()).data;
    expect((await as.stranger.mutate('run.cancel', { runId })).status).toBe(404);
    expect((await as.viewer.mutate('run.cancel', { runId })).status).toBe(403);
    const cancel = () => as.operator.mutate<{ outcome: string }>('run.cancel', { runId });
    expect((await cancel()).data.outcome).toBe('cancelled');
    expect((await cancel()).data.outcome).toBe('already_cancelled');
  });
});
