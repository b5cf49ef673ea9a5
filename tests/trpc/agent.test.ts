import { describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { auditRows } from '../support/audit-rows';
import { testDatabase } from '../support/database';
import { people } from './people';

const db = await testDatabase();
type Agent = { id: string; slug: string; name: string; model: string };
const { org, foreign, as } = await people(db);

const form = (more: object = {}) => ({
  name: 'Writer',
  role: 'Writes',
  providerId: org.providerId,
  model: 'demo',
  ...more,
});

describe('agent procedures', () => {
  it('create, list, read, change and delete an agent', async () => {
    const made = await as.builder.mutate<Agent>(
      'agent.create',
      form({ capabilities: { web_access: false } }),
    );
    expect(made).toMatchObject({
      status: 200,
      data: { slug: 'writer', capabilities: { web_access: false }, provider: { kind: 'demo' }, unit: null },
    });
    const { id } = made.data;
    const list = await as.viewer.query<{ items: Agent[] }>('agent.list', { q: 'writ' });
    expect(list.data.items.map((agent) => agent.id)).toEqual([id]);
    const changed = await as.builder.mutate<Agent>('agent.update', { id, name: 'Author' });
    expect((await as.viewer.query('agent.get', { id })).data).toEqual(changed.data);
    expect((await as.builder.mutate('agent.delete', { id })).status).toBe(403);
    expect((await as.owner.mutate('agent.delete', { id })).data).toEqual({ id });
    expect((await as.viewer.query('agent.get', { id })).status).toBe(404);
  });

  it('never tell the key of the provider', async () => {
    await db.admin.query(
      `UPDATE provider_connection SET key_cipher = 'CANARY', key_id = 'CANARY' WHERE id = $1`,
      [org.providerId],
    );
    for (const answer of [
      await as.viewer.query('agent.list'),
      await as.viewer.query('agent.get', { id: org.agentId }),
    ])
      expect(answer.bytes).not.toMatch(/CANARY|cipher/i);
  });

  it('17: refuse a model that the provider does not offer', async () => {
    const refused = await as.builder.mutate('agent.create', form({ model: 'gpt-99' }));
    expect(refused).toMatchObject({
      status: 422,
      error: { reason: 'unknown_model', issues: [{ path: ['model'] }] },
    });
    const changed = await as.builder.mutate('agent.update', { id: org.agentId, model: 'gpt-99' });
    expect([changed.status, changed.error.reason]).toEqual([422, 'unknown_model']);
  });

  it('answer 403 to who may not, 404 to who may not see, and write nothing', async () => {
    const before = (await auditRows(db, org.orgId)).length;
    const calls: [string, object][] = [
      ['agent.create', form()],
      ['agent.update', { id: org.agentId, name: 'x' }],
      ['agent.delete', { id: org.agentId }],
    ];
    for (const [path, input] of calls) {
      expect([path, (await as.viewer.mutate(path, input)).status]).toEqual([path, 403]);
      expect([path, (await as.stranger.mutate(path, input)).status]).toEqual([path, 404]);
    }
    expect((await as.stranger.query('agent.list')).status).toBe(404);
    expect((await auditRows(db, org.orgId)).length).toBe(before);
  });

  it('answer the id of another organization with the bytes of a random one', async () => {
    const calls: ((id: string) => Promise<{ status: number; bytes: string }>)[] = [
      (id) => as.owner.query('agent.get', { id }),
      (id) => as.owner.mutate('agent.update', { id, name: 'x' }),
      (id) => as.owner.mutate('agent.delete', { id }),
      (id) => as.owner.mutate('agent.create', form({ providerId: id })),
      (id) => as.owner.mutate('agent.create', form({ unitId: id })),
      (id) => as.owner.mutate('agent.create', form({ projectIds: [org.projectId, id] })),
      (id) => as.owner.mutate('agent.update', { id: org.agentId, providerId: id }),
      (id) => as.owner.mutate('agent.update', { id: org.agentId, projectIds: [id] }),
    ];
    for (const foreignId of [foreign.agentId, foreign.providerId, foreign.rootUnitId, foreign.projectId]) {
      for (const call of calls) {
        const [known, random] = [await call(foreignId), await call(newId())];
        expect([known.status, known.bytes]).toEqual([404, random.bytes]);
      }
    }
  });

  it.each([
    ['no name', { name: undefined }],
    ['an unknown key', { isDefaultHub: true }],
    ['another organization', { orgId: newId() }],
    ['an unknown capability', { capabilities: { fly: true } }],
    ['a capability that is neither yes nor no', { capabilities: { delegation: 'yes' } }],
    ['no tokens to answer with', { maxOutputTokens: 0 }],
    ['a NUL in its character', { character: 'a\u0000b' }],
    ['half an emoji in its expertise', { expertise: 'a\ud83d' }],
    ['a character of 8,001', { character: 'x'.repeat(8_001) }],
    ['51 skills', { skills: Array(51).fill('x') }],
    ['a provider that is no id', { providerId: '../' }],
  ])('400: %s', async (_what, patch) => {
    const before = (await auditRows(db, org.orgId)).length;
    expect((await as.builder.mutate('agent.create', form(patch))).status).toBe(400);
    expect((await auditRows(db, org.orgId)).length).toBe(before);
  });
});
