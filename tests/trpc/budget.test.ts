import type { CapView } from '@domain/budget/cap';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { testDatabase } from '../support/database';
import { proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';

const db = await testDatabase();
closeEngineAfterwards();

type Page = { items: CapView[]; nextCursor: string | null };
let org: TestOrg;
let foreign: TestOrg;
let unitId: string;
let teamId: string;
let as: Record<'owner' | 'unitAdmin' | 'viewer', ReturnType<typeof proceduresOf>>;

beforeAll(async () => {
  org = await makeOrg(db);
  foreign = await makeOrg(db);
  unitId = (await addUnit(db, org, 'below')).id;
  teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 'only', agentId: org.agentId }]), 'Writers');
  const person = async (userId: string) => proceduresOf(org.slug, await cookieOf(db, userId));
  as = {
    owner: await person(org.owner.userId!),
    unitAdmin: await person((await addPerson(db, org, 'admin', unitId)).userId),
    viewer: await person((await addPerson(db, org, 'viewer')).userId),
  };
});

const list = async (who = as.owner, input: object = {}) => (await who.query<Page>('budget.list', input)).data;

describe('budget.set', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e308, '10', 0.5, 1e-9, null])(
    'refuses the amount %s with 400 and changes nothing',
    async (limitMicros) => {
      const { status } = await as.owner.mutate('budget.set', { level: 'organization', limitMicros });
      expect(status).toBe(400);
      expect((await list()).items).toEqual([]);
    },
  );

  it('refuses fields that it does not know, and a level without its subject', async () => {
    for (const input of [
      { level: 'organization', limitMicros: 1, orgId: foreign.orgId, spentMicros: 0 },
      { level: 'team', limitMicros: 1 },
      { level: 'organization', subjectId: newId(), limitMicros: 1 },
      { level: 'galaxy', limitMicros: 1 },
    ])
      expect((await as.owner.mutate('budget.set', input)).status).toBe(400);
  });

  it('knows nobody of another organization', async () => {
    for (const [level, subjectId] of [
      ['agent', foreign.agentId],
      ['project', foreign.projectId],
      ['unit', foreign.rootUnitId],
      ['team', newId()],
    ])
      expect((await as.owner.mutate('budget.set', { level, subjectId, limitMicros: 1 })).status).toBe(404);
  });

  it('sets one cap for a level, subject and period, changes it when it is set again, and audits both', async () => {
    const set = (limitMicros: number, who = as.owner) =>
      who.mutate<{ id: string }>('budget.set', { level: 'team', subjectId: teamId, limitMicros });
    const first = (await set(5_000_000)).data.id;
    expect((await set(7_000_000)).data.id).toBe(first);
    expect((await list()).items).toMatchObject([
      {
        id: first,
        level: 'team',
        subject: { id: teamId, name: 'Writers' },
        period: 'month',
        limitMicros: 7_000_000,
        spentMicros: 0,
        mayChange: true,
      },
    ]);
    expect((await list(as.viewer)).items).toMatchObject([{ id: first, mayChange: false }]);
    expect((await set(1, as.viewer)).status).toBe(403);
    const { rows } = await db.admin.query(
      `SELECT before, after FROM audit WHERE org_id = $1 AND action = 'budget.set' ORDER BY at, id`,
      [org.orgId],
    );
    expect(rows.map(({ before, after }) => [before?.limitMicros, after.limitMicros])).toEqual([
      [undefined, 5_000_000],
      [5_000_000, 7_000_000],
    ]);
    expect((await as.owner.mutate('budget.remove', { id: first })).status).toBe(200);
    expect((await as.owner.mutate('budget.remove', { id: first })).status).toBe(404);
    expect((await list()).items).toEqual([]);
  });

  it('lets the admin of a unit limit the unit, and nothing above it', async () => {
    const own = { level: 'unit', subjectId: unitId, limitMicros: 1_000_000 };
    expect((await as.unitAdmin.mutate('budget.set', own)).status).toBe(200);
    for (const above of [
      { level: 'organization', limitMicros: 1 },
      { level: 'unit', subjectId: org.rootUnitId, limitMicros: 1 },
      { level: 'project', subjectId: org.projectId, limitMicros: 1 },
    ])
      expect((await as.unitAdmin.mutate('budget.set', above)).status).toBe(403);
  });

  it('two first settings of the same cap at once make one', async () => {
    const set = () =>
      as.owner.mutate<{ id: string }>('budget.set', { level: 'organization', limitMicros: 9 });
    const ids = (await Promise.all([set(), set(), set()])).map(({ data }) => data.id);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('budget.list', () => {
  it('comes page by page', async () => {
    const all = (await list()).items;
    expect(all.length).toBeGreaterThan(1);
    const first = await list(as.owner, { limit: 1 });
    const rest = await list(as.owner, { cursor: first.nextCursor });
    expect([...first.items, ...rest.items]).toEqual(all);
  });
});

describe('budget.set and budget.remove at the same time', () => {
  it('leave what one after the other leaves: a cap that was set and not removed after is in force', async () => {
    const set = (limitMicros: number) =>
      as.owner.mutate<{ id: string }>('budget.set', {
        level: 'project',
        subjectId: org.projectId,
        limitMicros,
      });
    const inForce = async () => (await list()).items.filter(({ level }) => level === 'project').length;
    for (let n = 0; n < 15; n += 1) {
      const { id } = (await set(5_000_000)).data;
      const [again, removed] = await Promise.all([set(7_000_000), as.owner.mutate('budget.remove', { id })]);
      expect([again.status, removed.status]).toEqual([200, 200]);
      // The removal was last: nothing is in force; or the setting, which then made a cap of its own.
      expect(await inForce()).toBe(again.data.id === id ? 0 : 1);
      if (again.data.id !== id) await as.owner.mutate('budget.remove', { id: again.data.id });
    }
    const { id } = (await set(5_000_000)).data;
    const removals = await Promise.all([1, 2, 3].map(() => as.owner.mutate('budget.remove', { id })));
    expect(removals.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const { rows } = await db.admin.query(
      `SELECT count(*)::int AS n FROM audit WHERE action = 'budget.removed' AND target_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

it('the cap of an agent that is gone can still be taken away, by those of the whole organization', async () => {
  const agentId = await addAgent(db, org, 'Gone');
  const cap = { level: 'agent', subjectId: agentId, limitMicros: 1_000 };
  const { id } = (await as.owner.mutate<{ id: string }>('budget.set', cap)).data;
  await as.owner.mutate('agent.delete', { id: agentId });
  expect((await as.unitAdmin.mutate('budget.remove', { id })).status).not.toBe(200);
  expect((await as.owner.mutate('budget.remove', { id })).status).toBe(200);
  expect((await list()).items.some((item) => item.id === id)).toBe(false);
});
