import { describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { auditRows } from '../support/audit-rows';
import { testDatabase } from '../support/database';
import { pipeline } from '../support/manifests';
import { proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { addAgent } from '../support/tenants';
import { people } from './people';

const db = await testDatabase();
type Team = { id: string; slug: string; name: string; currentVersion: number | null; hub: { id: string } };
const { org, foreign, as } = await people(db);

const make = async (more: object = {}) =>
  (await as.owner.mutate<Team>('team.create', { name: 'Delivery', ...more })).data;

describe('team procedures', () => {
  it('create, list, read, change and delete a team (T-22)', async () => {
    const made = await as.owner.mutate<Team>('team.create', { name: 'Delivery', slug: 'delivery' });
    expect(made).toMatchObject({ status: 200, data: { slug: 'delivery', hub: { id: org.agentId } } });
    const { id } = made.data;
    const list = await as.viewer.query<{ items: Team[] }>('team.list');
    expect(list.data.items.map((team) => team.slug)).toEqual(['delivery']);
    for (const read of [
      await as.viewer.query('team.get', { slug: 'delivery' }),
      await as.viewer.query('team.getById', { id }),
    ])
      expect(read).toMatchObject({
        status: 200,
        data: { id, members: [{ memberRole: 'hub' }], current: null },
      });
    const changed = await as.builder.mutate<Team>('team.update', { id, name: 'Shipping' });
    expect(changed.data.name).toBe('Shipping');
    expect((await as.owner.mutate('team.delete', { id })).data).toEqual({ id });
    expect((await as.viewer.query('team.getById', { id })).status).toBe(404);
  });

  it('add and remove members, and list them', async () => {
    const { id } = await make();
    const agentId = await addAgent(db, org, 'Helper');
    expect((await as.owner.mutate('team.addMember', { id, agentId })).data).toEqual({ added: true });
    const roster = await as.viewer.query<{ items: { name: string }[] }>('team.roster', { id });
    expect(roster.data.items.map((member) => member.name)).toEqual(['Coordinator', 'Helper']);
    expect((await as.owner.mutate('team.removeMember', { id, agentId })).data).toEqual({ removed: true });
    const hub = await as.owner.mutate('team.removeMember', { id, agentId: org.agentId });
    expect([hub.status, hub.error.reason]).toEqual([409, 'is_hub']);
  });

  it('answer 403 to who may not, 404 to who may not see, and write nothing', async () => {
    const { id, slug } = await make();
    const agentId = await addAgent(db, org, 'Asked');
    const before = (await auditRows(db, org.orgId)).length;
    const calls: [string, object][] = [
      ['team.create', { name: 'Mine' }],
      ['team.update', { id, name: 'Mine' }],
      ['team.delete', { id }],
      ['team.addMember', { id, agentId }],
      ['team.removeMember', { id, agentId }],
    ];
    for (const [path, input] of calls) {
      expect([path, (await as.viewer.mutate(path, input)).status]).toEqual([path, 403]);
      expect([path, (await as.stranger.mutate(path, input)).status]).toEqual([path, 404]);
    }
    for (const path of ['team.create', 'team.delete', 'team.addMember'])
      expect((await as.builder.mutate(path, calls.find(([name]) => name === path)![1])).status).toBe(403);
    expect((await as.builder.mutate('team.update', { id, hubAgentId: agentId })).status).toBe(403);
    for (const [path, input] of [
      ['team.list', {}],
      ['team.get', { slug }],
      ['team.getById', { id }],
      ['team.roster', { id }],
    ] as const)
      expect([path, (await as.stranger.query(path, input)).status]).toEqual([path, 404]);
    expect((await auditRows(db, org.orgId)).length).toBe(before);
  });

  it('answer the id of another organization with the bytes of a random one', async () => {
    const there = proceduresOf(foreign.slug, await cookieOf(db, foreign.owner.userId!));
    const other = (await there.mutate<Team>('team.create', { name: 'Theirs', slug: 'theirs' })).data;
    const mine = await make();
    const pairs: [string, 'query' | 'mutate', (id: string) => object][] = [
      ['team.getById', 'query', (id) => ({ id })],
      ['team.roster', 'query', (id) => ({ id })],
      ['team.update', 'mutate', (id) => ({ id, name: 'x' })],
      ['team.delete', 'mutate', (id) => ({ id })],
      ['team.addMember', 'mutate', (id) => ({ id, agentId: org.agentId })],
      ['team.removeMember', 'mutate', (id) => ({ id, agentId: org.agentId })],
    ];
    for (const [path, kind, input] of pairs) {
      const [known, random] = [
        await as.owner[kind](path, input(other.id)),
        await as.owner[kind](path, input(newId())),
      ];
      expect([path, known.status, known.bytes]).toEqual([path, 404, random.bytes]);
    }
    for (const agentOf of [
      (agentId: string) => as.owner.mutate('team.addMember', { id: mine.id, agentId }),
      (agentId: string) => as.owner.mutate('team.removeMember', { id: mine.id, agentId }),
      (hubAgentId: string) => as.owner.mutate('team.create', { name: 'x', hubAgentId }),
      (hubAgentId: string) => as.owner.mutate('team.update', { id: mine.id, hubAgentId }),
    ]) {
      const [known, random] = [await agentOf(foreign.agentId), await agentOf(newId())];
      expect([known.status, known.bytes]).toEqual([404, random.bytes]);
    }
    const bound = await as.owner.mutate('team.create', { name: 'x', unitId: foreign.rootUnitId });
    expect([bound.status, bound.bytes]).toEqual([
      404,
      (await as.owner.mutate('team.create', { name: 'x', unitId: newId() })).bytes,
    ]);
    expect((await as.owner.query('team.get', { slug: 'theirs' })).status).toBe(404);
  });
});

describe('bad input to team procedures', () => {
  const IDS = [
    '../',
    '%00',
    '1 OR 1=1',
    ' '.repeat(36),
    ['a'],
    { not: '' },
    { startsWith: '' },
    null,
    undefined,
  ];

  it.each(IDS)('29, 30: id %j is malformed', async (id) => {
    const before = (await auditRows(db, org.orgId)).length;
    for (const answer of [
      await as.owner.query('team.getById', { id }),
      await as.owner.query('team.roster', { id }),
      await as.owner.mutate('team.update', { id, name: 'x' }),
      await as.owner.mutate('team.delete', { id }),
      await as.owner.mutate('team.addMember', { id, agentId: org.agentId }),
    ])
      expect(answer.status).toBe(400);
    expect((await auditRows(db, org.orgId)).length).toBe(before);
  });

  it('31: limits below 1 are malformed, huge ones are capped, cursors are ours or refused', async () => {
    await make();
    for (const limit of [-1, 0, 1.5, '10', null])
      expect([limit, (await as.owner.query('team.list', { limit })).status]).toEqual([limit, 400]);
    expect((await as.owner.query('team.list', { limit: 1e9 })).status).toBe(200);
    for (const cursor of ['garbage', '', 'e30=', 'x'.repeat(10_000), 7, ['a']])
      expect((await as.owner.query('team.list', { cursor })).status).toBe(400);
    const there = proceduresOf(foreign.slug, await cookieOf(db, foreign.owner.userId!));
    for (const name of ['a', 'b']) await there.mutate('team.create', { name });
    const page = await there.query<{ nextCursor: string }>('team.list', { limit: 1 });
    expect((await as.owner.query('team.list', { cursor: page.data.nextCursor })).status).toBe(404);
  });

  it('34: unknown keys are refused and nothing changes', async () => {
    const { id } = await make();
    const before = await db.admin.query('SELECT * FROM team WHERE id = $1', [id]);
    for (const extra of [
      { orgId: foreign.orgId },
      { role: 'owner' },
      { currentVersion: 9 },
      { status: 'completed' },
      { unitId: null },
      { manifest: pipeline(org.agentId) },
      { createdBy: newId() },
      { deletedAt: null },
    ])
      expect([extra, (await as.owner.mutate('team.update', { id, name: 'x', ...extra })).status]).toEqual([
        extra,
        400,
      ]);
    const created = await as.owner.mutate('team.create', { name: 'x', orgId: foreign.orgId });
    expect(created.status).toBe(400);
    const after = await db.admin.query('SELECT * FROM team WHERE id = $1', [id]);
    expect(after.rows).toEqual(before.rows);
  });

  it.each([
    ['no name', { name: undefined }],
    ['an empty name', { name: '   ' }],
    ['a name of 81 characters', { name: 'x'.repeat(81) }],
    ['a NUL in its name', { name: 'a\u0000b' }],
    ['a line break in its name', { name: 'a\nb' }],
    ['half an emoji', { name: 'a\ud83d' }],
    ['a NUL in its description', { description: 'a\u0000b' }],
    ['a colour that is none', { color: 'red; background: url(//evil)' }],
    ['a slug with capitals', { slug: 'Not-A-Slug' }],
    ['a hub that is no id', { hubAgentId: 'hub' }],
  ])('400: %s', async (_what, patch) => {
    expect((await as.owner.mutate('team.create', { name: 'Team', ...patch })).status).toBe(400);
  });

  it('a search for what SQL or LIKE would read as more finds text only', async () => {
    await make({ name: '100% sure_thing' });
    for (const q of ["'; DROP TABLE team; --", '\\', '%00'])
      expect((await as.owner.query<{ items: Team[] }>('team.list', { q })).data.items).toEqual([]);
    expect((await as.owner.query('team.list', { q: 'a\u0000' })).status).toBe(400);
    expect((await as.owner.query<{ items: Team[] }>('team.list', { q: '100%' })).data.items).toHaveLength(1);
  });

  it('20: a team with a run that has not ended stays', async () => {
    const { id } = await make();
    const runId = newId();
    await db.admin.query(
      `INSERT INTO run (org_id, id, project_id, team_id, goal, manifest, status, root_run_id, started_by, idempotency_key, input_hash, cap_micros)
       VALUES ($1, $2, $3, $4, 'g', '{}', 'running', $2, $5, 'k', '', 0)`,
      [org.orgId, runId, org.projectId, id, org.owner.userId],
    );
    const refused = await as.owner.mutate('team.delete', { id });
    expect([refused.status, refused.error.reason]).toEqual([409, 'runs_active']);
    expect((await as.owner.query('team.getById', { id })).status).toBe(200);
  });
});
