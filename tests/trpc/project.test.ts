import { beforeEach, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { auditRows } from '../support/audit-rows';
import { testDatabase } from '../support/database';
import { ask, bytesOf, callerOf, cookieOf, errorOf, send } from '../support/requests';
import { addPerson, makeOrg, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';

const db = await testDatabase();
let org: TestOrg;
beforeEach(async () => {
  org = await makeOrg(db);
});

const owner = () => callerOf(org.owner.userId);
const as = async (role: Parameters<typeof addPerson>[2], unitId?: string) =>
  (await addPerson(db, org, role, unitId)).userId;

it('creates, changes and archives a project, each with one audit row', async () => {
  const made = await owner().project.create({ org: org.slug, name: '  Garden  ', description: 'Green' });
  expect(made).toMatchObject({ slug: 'garden', name: 'Garden', unitId: null, archivedAt: null });
  const changed = await owner().project.update({ org: org.slug, id: made.id, name: 'Park' });
  expect(changed).toMatchObject({ slug: 'garden', name: 'Park', description: 'Green' });
  await owner().project.archive({ org: org.slug, id: made.id });
  const again = await owner().project.archive({ org: org.slug, id: made.id });
  expect(again.archivedAt).not.toBeNull();

  const rows = await auditRows(db, org.orgId, made.id);
  expect(rows.map((row) => row.action)).toEqual(['project.created', 'project.updated', 'project.archived']);
  expect(rows[1]).toMatchObject({
    actor_kind: 'user',
    actor_id: org.owner.userId,
    before: { name: 'Garden' },
    after: { name: 'Park' },
  });
  expect(rows[0]!.request_id).toMatch(/^req-/);
});

it('lists archived projects only when asked', async () => {
  await owner().project.archive({ org: org.slug, id: org.projectId });
  expect((await owner().project.list({ org: org.slug })).items).toEqual([]);
  expect((await owner().project.list({ org: org.slug, archived: true })).items).toHaveLength(1);
});

it('pages by cursor, every project once', async () => {
  for (let n = 0; n < 6; n += 1) await owner().project.create({ org: org.slug, name: `Project ${n}` });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { name: string }[]; nextCursor: string | null } = await owner().project.list({
      org: org.slug,
      limit: 3,
      cursor,
    });
    expect(page.items.length).toBeLessThanOrEqual(3);
    seen.push(...page.items.map((item) => item.name));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(['main', ...[0, 1, 2, 3, 4, 5].map((n) => `Project ${n}`)]);
});

it('refuses a limit below 1 and a cursor that is not ours, caps a limit beyond 100', async () => {
  const cookie = await cookieOf(db, org.owner.userId!);
  const list = (more: object) => ask('project.list', { org: org.slug, ...more }, { cookie });
  for (const limit of [-1, 0, 1.5, '10', null]) expect((await list({ limit })).status).toBe(400);
  expect((await list({ limit: 1e9 })).status).toBe(200);
  for (const cursor of ['x', '%%%', btoa('[]'), btoa('["a","b"]'), 'x'.repeat(700), 7, ['a']])
    expect([cursor, (await list({ cursor })).status]).toEqual([cursor, 400]);

  const other = await makeOrg(db);
  await callerOf(other.owner.userId).project.create({ org: other.slug, name: 'Second' });
  const { nextCursor } = await callerOf(other.owner.userId).project.list({ org: other.slug, limit: 1 });
  expect((await list({ cursor: nextCursor })).status).toBe(404);
});

it('gives a made slug a free ending and refuses a taken one that was asked for', async () => {
  const first = await owner().project.create({ org: org.slug, name: 'Same' });
  const second = await owner().project.create({ org: org.slug, name: 'Same' });
  expect(first.slug).toBe('same');
  expect(second.slug).not.toBe('same');
  const cookie = await cookieOf(db, org.owner.userId!);
  const taken = await send('project.create', { org: org.slug, name: 'Third', slug: 'same' }, { cookie });
  expect(taken.status).toBe(409);
  expect((await errorOf(taken)).reason).toBe('slug_taken');
  expect((await owner().project.create({ org: org.slug, name: 'Сад' })).slug).toMatch(/^project/);
});

it('gives two projects of one name, made at the same moment, two slugs', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, () => owner().project.create({ org: org.slug, name: 'Race' })),
  );
  expect(new Set(made.map((project) => project.slug)).size).toBe(6);
});

it('shows a person of a unit their line, and lets them change only what their role there covers', async () => {
  const [a, b] = [await addUnit(db, org, 'A'), await addUnit(db, org, 'B')];
  const a1 = await addUnit(db, org, 'A1', a);
  const make = (unitId: string | null, name: string) =>
    owner().project.create({ org: org.slug, unitId, name });
  const [own, below, beside, shared] = [
    await make(a.id, 'own'),
    await make(a1.id, 'below'),
    await make(b.id, 'beside'),
    await make(null, 'shared'),
  ];
  const userId = await as('admin', a.id);
  const admin = callerOf(userId);
  const names = (await admin.project.list({ org: org.slug })).items.map((item) => item.name);
  expect(names.sort()).toEqual(['below', 'main', 'own', 'shared']);

  const cookie = await cookieOf(db, userId);
  const rename = (id: string) => send('project.update', { org: org.slug, id, name: 'new' }, { cookie });
  expect((await rename(own.id)).status).toBe(200);
  expect((await rename(below.id)).status).toBe(200);
  expect((await rename(shared.id)).status).toBe(403);
  const [hidden, unknown] = [await rename(beside.id), await rename(newId())];
  expect([hidden.status, unknown.status]).toEqual([404, 404]);
  expect(await bytesOf(hidden)).toBe(await bytesOf(unknown));

  const create = (unitId: string | null) =>
    send('project.create', { org: org.slug, name: 'made', unitId }, { cookie });
  expect((await create(a1.id)).status).toBe(200);
  expect((await create(null)).status).toBe(403);
  const [foreign, nowhere] = [await create(b.id), await create(newId())];
  expect([foreign.status, nowhere.status]).toEqual([404, 404]);
  expect(await bytesOf(foreign)).toBe(await bytesOf(nowhere));
});

it('answers a foreign project and an unknown one in the same bytes', async () => {
  const other = await makeOrg(db);
  const cookie = await cookieOf(db, org.owner.userId!);
  for (const path of ['project.update', 'project.archive']) {
    const [foreign, unknown] = [
      await send(path, { org: org.slug, id: other.projectId }, { cookie }),
      await send(path, { org: org.slug, id: newId() }, { cookie }),
    ];
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(await bytesOf(foreign)).toBe(await bytesOf(unknown));
  }
});

it('answers a foreign organization and an unknown one in the same bytes, before it looks at the rest', async () => {
  const other = await makeOrg(db);
  const cookie = await cookieOf(db, org.owner.userId!);
  for (const input of [{}, { id: 'junk' }, { id: other.projectId }]) {
    const [foreign, unknown] = [
      await ask('project.get', { org: other.slug, ...input }, { cookie }),
      await ask('project.get', { org: 'no-such-org', ...input }, { cookie }),
    ];
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(await bytesOf(foreign)).toBe(await bytesOf(unknown));
  }
});

it('answers a removed member 404 and a demoted one 403 on their next request', async () => {
  const userId = await as('admin');
  const cookie = await cookieOf(db, userId);
  const rename = () => send('project.update', { org: org.slug, id: org.projectId, name: 'x' }, { cookie });
  expect((await rename()).status).toBe(200);
  await db.admin.query(`UPDATE membership SET role = 'viewer' WHERE user_id = $1`, [userId]);
  expect((await rename()).status).toBe(403);
  await db.admin.query('DELETE FROM membership WHERE user_id = $1', [userId]);
  expect((await rename()).status).toBe(404);
});

it.each(['../', '%00', '1 OR 1=1', ' '.repeat(36), ['a'], { not: '' }, { startsWith: '' }, null, 7, ''])(
  'answers 400 for the id %j',
  async (id) => {
    const cookie = await cookieOf(db, org.owner.userId!);
    expect((await ask('project.get', { org: org.slug, id }, { cookie })).status).toBe(400);
  },
);

it('refuses fields that are not its own, and changes nothing', async () => {
  const cookie = await cookieOf(db, org.owner.userId!);
  const extras = [
    { orgId: newId() },
    { role: 'owner' },
    { unitId: null },
    { archivedAt: null },
    { slug: 'new-slug' },
  ];
  for (const extra of extras) {
    const body = { org: org.slug, id: org.projectId, name: 'taken over', ...extra };
    const answer = await send('project.update', body, { cookie });
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).issues).not.toHaveLength(0);
  }
  expect((await owner().project.get({ org: org.slug, id: org.projectId })).name).toBe('main');
});

it.each([
  ['a NUL in its name', { name: 'a\u0000b' }],
  ['half a character in its name', { name: 'a\ud800' }],
  ['a name that turns the text around', { name: 'a\u202eb' }],
  ['a NUL in its description', { description: 'a\u0000b' }],
])('answers 400 for %s, and writes nothing', async (_, bad) => {
  const cookie = await cookieOf(db, org.owner.userId!);
  const create = await send('project.create', { org: org.slug, name: 'Garden', ...bad }, { cookie });
  const update = await send('project.update', { org: org.slug, id: org.projectId, ...bad }, { cookie });
  expect([create.status, update.status]).toEqual([400, 400]);
  expect((await owner().project.list({ org: org.slug })).items.map((item) => item.name)).toEqual(['main']);
});
