import { expect, it } from 'vitest';
import { auditRows } from '../support/audit-rows';
import { testDatabase } from '../support/database';
import { ask, callerOf, cookieOf, errorOf, send } from '../support/requests';
import { addPerson, makeOrg } from '../support/tenants';
import { addUnit } from '../support/units';

const db = await testDatabase();

it('lists the organizations of the person and no other, oldest first', async () => {
  const [first, second] = [await makeOrg(db), await makeOrg(db)];
  const unit = await addUnit(db, second, 'A');
  const { userId } = await addPerson(db, first, 'viewer');
  await db.admin.query(
    'INSERT INTO membership (org_id, user_id, unit_id, role) VALUES ($1, $2, $3, $4), ($1, $2, $5, $6)',
    [...[second.orgId, userId, second.rootUnitId, 'operator', unit.id, 'admin']],
  );
  const { items, nextCursor } = await callerOf(userId).organization.list({});
  expect(items.map(({ slug, role }) => [slug, role])).toEqual([
    [first.slug, 'viewer'],
    [second.slug, 'admin'],
  ]);
  expect(nextCursor).toBeNull();
  const one = await callerOf(userId).organization.list({ limit: 1 });
  const rest = await callerOf(userId).organization.list({ limit: 1, cursor: one.nextCursor });
  expect([...one.items, ...rest.items].map(({ slug }) => slug)).toEqual([first.slug, second.slug]);
});

it('lists none for a person without an organization, who then makes one', async () => {
  const org = await makeOrg(db);
  const { userId } = await addPerson(db, org, null);
  const me = callerOf(userId);
  expect((await me.organization.list()).items).toEqual([]);
  const made = await me.organization.create({ name: 'My Own' });
  expect(made.slug).toMatch(/^my-own/);
  const got = await me.organization.get({ org: made.slug });
  expect(got).toMatchObject({ name: 'My Own', role: 'owner', suspended: false });
  expect(got.memberships).toEqual([{ unitId: got.rootUnitId, role: 'owner' }]);
  expect((await me.project.list({ org: made.slug })).items.map(({ name }) => name)).toEqual(['Main']);
  expect((await auditRows(db, made.id)).map(({ action }) => action)).toContain('organization.created');
});

it('refuses a taken slug that was asked for, also between two at once', async () => {
  const org = await makeOrg(db);
  const cookie = await cookieOf(db, org.owner.userId!);
  const create = () => send('organization.create', { name: 'Twin', slug: 'twin-org' }, { cookie });
  const answers = await Promise.all([create(), create(), create()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await errorOf(answers.find(({ status }) => status === 409)!)).reason).toBe('slug_taken');
});

it('limits how many organizations one person makes in a day', async () => {
  const org = await makeOrg(db);
  const { userId } = await addPerson(db, org, 'viewer');
  const cookie = await cookieOf(db, userId);
  const codes: number[] = [];
  for (let n = 0; n < 21; n += 1)
    codes.push((await send('organization.create', { name: `Org ${n}` }, { cookie })).status);
  expect(codes.slice(0, 20)).toEqual(Array(20).fill(200));
  expect(codes[20]).toBe(429);
});

it('renames an organization with an audit row, and keeps its slug', async () => {
  const org = await makeOrg(db);
  await callerOf(org.owner.userId).organization.update({ org: org.slug, name: 'New name' });
  const got = await callerOf(org.owner.userId).organization.get({ org: org.slug });
  expect(got).toMatchObject({ name: 'New name', slug: org.slug });
  const [row] = await auditRows(db, org.orgId, org.orgId);
  expect(row).toMatchObject({
    action: 'organization.updated',
    before: { name: org.slug },
    after: { name: 'New name' },
  });
});

it('answers members of a suspended organization 403, and others 404', async () => {
  const [org, other] = [await makeOrg(db), await makeOrg(db)];
  await db.admin.query('UPDATE organization SET suspended_at = now() WHERE org_id = $1', [org.orgId]);
  const get = async (userId: string) =>
    ask('organization.get', { org: org.slug }, { cookie: await cookieOf(db, userId) });
  const member = await get(org.owner.userId!);
  expect(member.status).toBe(403);
  expect((await errorOf(member)).reason).toBe('suspended');
  expect((await get(other.owner.userId!)).status).toBe(404);
  const { items } = await callerOf(org.owner.userId).organization.list();
  expect(items).toMatchObject([{ slug: org.slug, suspended: true }]);
});

it('lists the units on the person’s line, parents first', async () => {
  const org = await makeOrg(db);
  const a = await addUnit(db, org, 'A');
  await addUnit(db, org, 'B');
  await addUnit(db, org, 'A1', a);
  const { userId } = await addPerson(db, org, 'viewer', a.id);
  const names = async (id: string | undefined) =>
    (await callerOf(id).unit.list({ org: org.slug })).items.map(({ name }) => name);
  expect(await names(userId)).toEqual([org.slug, 'A', 'A1']);
  expect(await names(org.owner.userId)).toEqual([org.slug, 'A', 'B', 'A1']);
});

it('lets a person change their own name and language', async () => {
  const org = await makeOrg(db);
  const me = callerOf(org.owner.userId);
  expect(await me.account.update({ name: ' Grace ', locale: 'ru' })).toMatchObject({
    name: 'Grace',
    locale: 'ru',
  });
  expect(await me.account.me()).toMatchObject({ id: org.owner.userId, name: 'Grace', locale: 'ru' });
  const cookie = await cookieOf(db, org.owner.userId!);
  for (const body of [
    { locale: 'xx' },
    { name: '' },
    { email: 'x@example.test' },
    { id: 'x' },
    { name: 'a\u0000b' },
  ])
    expect((await send('account.update', body, { cookie })).status).toBe(400);
});
