import { describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { testDatabase } from '../support/database';
import { pipeline } from '../support/manifests';
import { proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { people } from './people';

const db = await testDatabase();
type Version = { version: number; status: string; current: boolean; note: string };
const { org, foreign, as } = await people(db);

const make = async () => (await as.owner.mutate<{ id: string }>('team.create', { name: 'Team' })).data.id;
const propose = (teamId: string, more: object = {}) =>
  as.builder.mutate<Version>('version.propose', { teamId, manifest: pipeline(org.agentId), ...more });

describe('version procedures', () => {
  it('list the history, newest first, a page at a time (T-23)', async () => {
    const teamId = await make();
    for (const note of ['one', 'two', 'three']) await propose(teamId, { note });
    const first = await as.viewer.query<{ items: Version[]; nextCursor: string }>('version.list', {
      teamId,
      limit: 2,
    });
    expect(first.data.items.map((one) => one.note)).toEqual(['three', 'two']);
    const cursor = first.data.nextCursor;
    const rest = await as.viewer.query<{ items: Version[]; nextCursor: null }>('version.list', {
      teamId,
      limit: 2,
      cursor,
    });
    expect([rest.data.items.map((one) => one.note), rest.data.nextCursor]).toEqual([['one'], null]);
    expect((await as.viewer.query('version.list', { teamId: await make(), cursor })).status).toBe(400);
    expect((await as.viewer.query('version.list', { teamId, limit: 0 })).status).toBe(400);
  });

  it('apply a version: it is the one in force, and a second time answers 409 (T-24, T-30)', async () => {
    const teamId = await make();
    await propose(teamId);
    const applied = await as.owner.mutate<Version>('version.applyDraft', { teamId, version: 1 });
    expect(applied).toMatchObject({ status: 200, data: { status: 'applied', current: true } });
    const team = await as.viewer.query('team.getById', { id: teamId });
    expect(team.data).toMatchObject({ currentVersion: 1, current: { version: 1 } });
    const again = await as.owner.mutate('version.applyDraft', { teamId, version: 1 });
    expect([again.status, again.error.reason]).toEqual([409, 'already_applied']);
  });

  it('19: do not apply a version whose base is no longer in force', async () => {
    const teamId = await make();
    await propose(teamId);
    await propose(teamId);
    await as.owner.mutate('version.applyDraft', { teamId, version: 2 });
    const stale = await as.owner.mutate('version.applyDraft', { teamId, version: 1 });
    expect(stale).toMatchObject({
      status: 409,
      error: { reason: 'stale_base', details: { currentVersion: 2 } },
    });
  });

  it('reject a version with a reason; it cannot be applied afterwards (T-25)', async () => {
    const teamId = await make();
    await propose(teamId);
    expect((await as.owner.mutate('version.reject', { teamId, version: 1, reason: ' ' })).status).toBe(400);
    const rejected = await as.owner.mutate('version.reject', { teamId, version: 1, reason: 'Not now' });
    expect(rejected).toMatchObject({ status: 200, data: { status: 'rejected', decisionNote: 'Not now' } });
    const late = await as.owner.mutate('version.applyDraft', { teamId, version: 1 });
    expect([late.status, late.error.reason]).toEqual([409, 'already_rejected']);
  });

  it('roll back by a new version, and keep one’s own draft', async () => {
    const teamId = await make();
    await propose(teamId);
    await as.owner.mutate('version.applyDraft', { teamId, version: 1 });
    await propose(teamId);
    await as.owner.mutate('version.applyDraft', { teamId, version: 2 });
    const back = await as.owner.mutate('version.rollBack', { teamId, version: 1, note: 'Calmer' });
    expect(back.data).toMatchObject({ version: 3, origin: 'rollback', current: true, note: 'Calmer' });
    const saved = await as.builder.mutate('version.saveDraft', {
      teamId,
      baseVersion: 3,
      manifest: { half: 1 },
    });
    expect(saved.data).toMatchObject({ baseVersion: 3, manifest: { half: 1 } });
    expect((await as.builder.query('version.draft', { teamId })).data).toEqual(saved.data);
    expect((await as.owner.query('version.draft', { teamId })).data).toBeNull();
    expect((await as.builder.mutate('version.discardDraft', { teamId })).data).toEqual({ discarded: true });
  });

  it('answer 403 to who may not and 404 to who may not see', async () => {
    const teamId = await make();
    await propose(teamId);
    const calls: [string, object, number][] = [
      ['version.propose', { teamId, manifest: pipeline(org.agentId) }, 200],
      ['version.saveDraft', { teamId, baseVersion: null, manifest: {} }, 200],
      ['version.discardDraft', { teamId }, 200],
      ['version.applyDraft', { teamId, version: 1 }, 403],
      ['version.reject', { teamId, version: 1, reason: 'No' }, 403],
      ['version.rollBack', { teamId, version: 1 }, 403],
    ];
    for (const [path, input, forBuilder] of calls) {
      expect([path, (await as.viewer.mutate(path, input)).status]).toEqual([path, 403]);
      expect([path, (await as.stranger.mutate(path, input)).status]).toEqual([path, 404]);
      expect([path, (await as.builder.mutate(path, input)).status]).toEqual([path, forBuilder]);
    }
    expect((await as.viewer.query('version.draft', { teamId })).status).toBe(403);
    expect((await as.viewer.query('version.get', { teamId, version: 1 })).status).toBe(200);
    for (const [path, input] of [
      ['version.list', { teamId }],
      ['version.get', { teamId, version: 1 }],
      ['version.draft', { teamId }],
    ] as const)
      expect([path, (await as.stranger.query(path, input)).status]).toEqual([path, 404]);
  });

  it('18: answer a team or an agent of another organization with the bytes of a random id', async () => {
    const there = proceduresOf(foreign.slug, await cookieOf(db, foreign.owner.userId!));
    const other = (await there.mutate<{ id: string }>('team.create', { name: 'Theirs' })).data.id;
    const mine = await make();
    const manifest = pipeline(org.agentId);
    const calls: [string, 'query' | 'mutate', (teamId: string) => object][] = [
      ['version.list', 'query', (teamId) => ({ teamId })],
      ['version.get', 'query', (teamId) => ({ teamId, version: 1 })],
      ['version.draft', 'query', (teamId) => ({ teamId })],
      ['version.saveDraft', 'mutate', (teamId) => ({ teamId, baseVersion: null, manifest })],
      ['version.discardDraft', 'mutate', (teamId) => ({ teamId })],
      ['version.propose', 'mutate', (teamId) => ({ teamId, manifest })],
      ['version.applyDraft', 'mutate', (teamId) => ({ teamId, version: 1 })],
      ['version.reject', 'mutate', (teamId) => ({ teamId, version: 1, reason: 'No' })],
      ['version.rollBack', 'mutate', (teamId) => ({ teamId, version: 1 })],
    ];
    for (const [path, kind, input] of calls) {
      const [known, random] = [
        await as.owner[kind](path, input(other)),
        await as.owner[kind](path, input(newId())),
      ];
      expect([path, known.status, known.bytes]).toEqual([path, 404, random.bytes]);
    }
    const withAgent = (agentId: string) =>
      as.owner.mutate('version.propose', { teamId: mine, manifest: pipeline(org.agentId, agentId) });
    const [known, random] = [await withAgent(foreign.agentId), await withAgent(newId())];
    expect([known.status, known.bytes]).toEqual([404, random.bytes]);
    expect((await as.owner.query<{ items: [] }>('version.list', { teamId: mine })).data.items).toEqual([]);
  });

  it('34: take no status, number, author or provenance from a client', async () => {
    const teamId = await make();
    for (const extra of [
      { status: 'applied' },
      { version: 7 },
      { createdBy: newId() },
      { provenance: {} },
      { origin: 'agent_proposal' },
      { origin: 'rollback' },
      { orgId: foreign.orgId },
      { cost: 0 },
    ])
      expect([extra, (await propose(teamId, extra)).status]).toEqual([extra, 400]);
    for (const version of [0, -1, 1.5, '1', 2 ** 31, null, undefined])
      expect((await as.owner.mutate('version.applyDraft', { teamId, version })).status).toBe(400);
    expect((await as.owner.mutate('version.applyDraft', { teamId, version: 2 ** 31 - 1 })).status).toBe(404);
  });
});
