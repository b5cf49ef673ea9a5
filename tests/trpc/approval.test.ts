import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { testDatabase } from '../support/database';
import { proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addPerson, makeOrg, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';

const db = await testDatabase();
closeEngineAfterwards();

type Who = 'starter' | 'operator' | 'viewer' | 'beside' | 'stranger';
let org: TestOrg;
let teams: Record<'plain' | 'fourEyes', string>;
let as: Record<Who, ReturnType<typeof proceduresOf>>;
let unitProject: string;

beforeAll(async () => {
  org = await makeOrg(db);
  const foreign = await makeOrg(db);
  const person = async (userId: string, slug = org.slug) => proceduresOf(slug, await cookieOf(db, userId));
  const [here, beside] = [await addUnit(db, org, 'here'), await addUnit(db, org, 'beside')];
  unitProject = newId();
  await db.admin.query('INSERT INTO project (org_id, id, slug, name, unit_id) VALUES ($1, $2, $3, $3, $4)', [
    org.orgId,
    unitProject,
    'here',
    here.id,
  ]);
  as = {
    starter: await person((await addPerson(db, org, 'operator')).userId),
    operator: await person((await addPerson(db, org, 'operator')).userId),
    viewer: await person((await addPerson(db, org, 'viewer')).userId),
    beside: await person((await addPerson(db, org, 'operator', beside.id)).userId),
    stranger: await person(foreign.owner.userId!, foreign.slug),
  };
  const gated = (approval: object) =>
    makeTeam(db, org, manifestOf('pipeline', [{ id: 'only', agentId: org.agentId, approval }]));
  teams = { plain: await gated({ before: true }), fourEyes: await gated({ before: true, fourEyes: true }) };
});

const start = async (team: keyof typeof teams = 'plain', projectId = org.projectId): Promise<string> => {
  const input = { projectId, teamId: teams[team], goal: 'Plant it', idempotencyKey: newId() };
  return (await as.starter.mutate<{ runId: string }>('run.start', input)).data.runId;
};
const resolve = (who: Who, runId: string, more: object = {}) =>
  as[who].mutate('approval.resolve', { runId, gateId: 'g1', decision: 'approved', ...more });
const answered = async (what: ReturnType<typeof resolve>) => {
  const { status, data, error } = await what;
  return status === 200 ? [status, data.outcome] : [status, error.reason];
};
const audits = async (runId: string) =>
  (
    await db.admin.query(
      `SELECT action, after FROM audit WHERE target_id = $1 AND action LIKE 'approval%' ORDER BY at`,
      [runId],
    )
  ).rows;
const facts = async (runId: string): Promise<number> =>
  (await db.admin.query('SELECT seq FROM run WHERE id = $1', [runId])).rows[0].seq;

describe('approval.resolve', () => {
  it('approves once: the second time changes nothing, and another decision is refused', async () => {
    const runId = await start();
    expect(await answered(resolve('operator', runId))).toEqual([200, 'approved']);
    const seq = await facts(runId);
    expect(await answered(resolve('starter', runId))).toEqual([200, 'already_approved']);
    expect(await answered(resolve('operator', runId, { decision: 'denied', text: 'No' }))).toEqual([
      409,
      'already_decided',
    ]);
    expect(await facts(runId)).toBe(seq);
    expect(await audits(runId)).toEqual([
      { action: 'approval.resolved', after: { gateId: 'g1', decision: 'approved' } },
    ]);
  });

  it('names on the run’s page whoever had a hand in it, and the reader', async () => {
    const runId = await start();
    await resolve('operator', runId);
    type Names = { names: { people: Record<string, string> } };
    const seen = async (who: Who) =>
      Object.keys((await as[who].query<Names>('run.get', { id: runId })).data.names.people).length;
    expect([await seen('starter'), await seen('viewer')]).toEqual([2, 3]);
  });

  it('lets one of two people who decide at the same time win, and tells the other', async () => {
    const runId = await start();
    const all = await Promise.all([
      answered(resolve('operator', runId)),
      answered(resolve('starter', runId, { decision: 'denied', text: 'No' })),
      answered(resolve('operator', runId)),
    ]);
    expect(all.filter(([, word]) => word === 'approved' || word === 'denied')).toHaveLength(1);
    expect((await audits(runId)).length).toBe(1);
  });

  it('answers 409 after a cancel, and the gate is gone from the inbox', async () => {
    const runId = await start();
    await as.starter.mutate('run.cancel', { runId });
    expect(await answered(resolve('operator', runId))).toEqual([409, 'run_ended']);
    const { data } = await as.operator.query<{ items: { runId: string }[] }>('approval.list', { limit: 100 });
    expect(data.items.map((item) => item.runId)).not.toContain(runId);
  });

  it('lets nobody approve their own where four eyes are asked for', async () => {
    const runId = await start('fourEyes');
    expect(await answered(resolve('starter', runId))).toEqual([403, 'four_eyes']);
    expect(await answered(resolve('operator', runId))).toEqual([200, 'approved']);
  });

  it('does not know a gate of another run, nor one of another organization', async () => {
    const runId = await start();
    expect((await answered(resolve('operator', runId, { gateId: 'g2' })))[0]).toBe(404);
    expect((await answered(resolve('operator', newId())))[0]).toBe(404);
    const [theirs, none] = [await resolve('stranger', runId), await resolve('stranger', newId())];
    expect([theirs.status, theirs.bytes]).toEqual([404, none.bytes]);
    expect(await answered(resolve('viewer', runId))).toEqual([403, 'forbidden']);
    const elsewhere = await start('plain', unitProject);
    const [beside, unknown] = [await resolve('beside', elsewhere), await resolve('beside', newId())];
    expect([beside.status, beside.bytes]).toEqual([404, unknown.bytes]);
    for (const verb of ['run.pause', 'run.resume', 'run.adopt']) {
      expect((await as.beside.mutate(verb, { runId: elsewhere })).bytes).toBe(unknown.bytes);
      expect((await as.viewer.mutate(verb, { runId })).status).toBe(403);
    }
  });

  it('refuses a denial without words, a wrong kind of decision, unknown fields and too many words', async () => {
    const runId = await start();
    const refused = await resolve('operator', runId, { decision: 'denied', text: ' ' });
    expect([refused.status, refused.error.reason, refused.error.issues]).toMatchObject([
      400,
      'words_required',
      [{ path: ['text'] }],
    ]);
    const answer = as.operator.mutate('approval.answer', { runId, gateId: 'g1', text: 'Blue' });
    expect(await answered(answer)).toEqual([422, 'wrong_decision']);
    for (const more of [
      { by: newId() },
      { text: 'x'.repeat(4_001) },
      { decision: 'timed_out' },
      { gateId: '' },
    ])
      expect((await resolve('operator', runId, more)).status).toBe(400);
    expect(await audits(runId)).toEqual([]);
  });
});

describe('approval.list', () => {
  type List = {
    items: { runId: string; bar: string | null; title: string; goal: string }[];
    nextCursor: string;
  };
  const list = (who: Who, input: object = {}) => as[who].query<List>('approval.list', input);

  it('shows what waits in runs that the viewer sees, who waits longest first, and whether they may decide', async () => {
    const mine = [await start(), await start('fourEyes'), await start('plain', unitProject)];
    const seen = async (who: Who) =>
      (await list(who, { limit: 100 })).data.items
        .filter(({ runId }) => mine.includes(runId))
        .map(({ runId, bar }) => [mine.indexOf(runId), bar]);
    expect(await seen('operator')).toEqual([
      [0, null],
      [1, null],
      [2, null],
    ]);
    expect(await seen('starter')).toEqual([
      [0, null],
      [1, 'four_eyes'],
      [2, null],
    ]);
    expect(await seen('viewer')).toEqual([
      [0, 'role'],
      [1, 'role'],
      [2, 'role'],
    ]);
    expect(await seen('beside')).toEqual([
      [0, null],
      [1, null],
    ]);
    const { data } = await list('stranger');
    expect(data.items).toEqual([]);
  });

  it('pages by cursor without leaving one out, and counts what the viewer may decide', async () => {
    const all = (await list('operator', { limit: 100 })).data.items.map(({ runId }) => runId);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const { data }: { data: List } = await list('operator', { limit: 2, cursor });
      paged.push(...data.items.map(({ runId }) => runId));
      cursor = data.nextCursor;
    } while (cursor);
    expect(paged).toEqual(all);
    const count = async (who: Who) => (await as[who].query('approval.count')).data.open;
    expect([await count('operator'), await count('viewer'), await count('stranger')]).toEqual([
      all.length,
      0,
      0,
    ]);
    expect((await list('operator', { cursor: 'x' })).status).toBe(400);
  });
});
