import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database';
import { proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
let org: TestOrg;
let owner: ReturnType<typeof proceduresOf>;

beforeAll(async () => {
  org = await makeOrg(db);
  owner = proceduresOf(org.slug, await cookieOf(db, org.owner.userId!));
});

const PRICE = { inputPerMillion: 150_000, outputPerMillion: 600_000 };
const form = (more: object = {}) => ({
  kind: 'openai',
  name: 'OpenAI',
  apiKey: 'sk-CANARY-1',
  models: [{ name: 'gpt-x', price: PRICE }],
  ...more,
});

describe('provider procedures', () => {
  it('create, list, read, change and delete a connection, and never show its key', async () => {
    const made = await owner.mutate<{ id: string }>('provider.create', form());
    expect(made).toMatchObject({
      status: 200,
      data: { kind: 'openai', hasKey: true, baseUrl: null, models: [{ name: 'gpt-x', price: PRICE }] },
    });
    const { id } = made.data;
    const answers = [
      made,
      await owner.query('provider.list', {}),
      await owner.query('provider.get', { id }),
      await owner.mutate('provider.update', { id, name: 'Renamed' }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(JSON.stringify(answers)).not.toContain('CANARY');
    expect((await owner.mutate('provider.delete', { id })).data).toEqual({ id });
    expect((await owner.query('provider.get', { id })).status).toBe(404);
  });

  it.each([
    ['an unknown kind', { kind: 'llama' }],
    ['no models', { models: [] }],
    ['a model listed twice', { models: [1, 2].map(() => ({ name: 'a', price: PRICE })) }],
    ['a negative price', { models: [{ name: 'a', price: { ...PRICE, inputPerMillion: -1 } }] }],
    ['a price with a fraction', { models: [{ name: 'a', price: { ...PRICE, inputPerMillion: 0.5 } }] }],
    ['a price beyond all reason', { models: [{ name: 'a', price: { ...PRICE, inputPerMillion: 1e308 } }] }],
    ['a price as text', { models: [{ name: 'a', price: { ...PRICE, inputPerMillion: '10' } }] }],
    ['an address that is none', { baseUrl: 'nowhere' }],
    ['a key with a line break inside', { apiKey: 'sk-1\nx-header: y' }],
    ['a name with a NUL', { name: 'a\0b' }],
    ['a field of somebody else', { orgId: '00000000-0000-4000-8000-000000000000' }],
    ['a ciphertext of its own', { keyCipher: 'AAAA' }],
  ])('refuse %s with 400', async (_case, more) => {
    expect((await owner.mutate('provider.create', form(more))).status).toBe(400);
  });

  it('answer 422 for an address that may not be called', async () => {
    const answer = await owner.mutate(
      'provider.create',
      form({ kind: 'openai_compatible', baseUrl: 'http://169.254.169.254/v1' }),
    );
    expect(answer).toMatchObject({ status: 422 });
    expect(JSON.stringify(answer)).toContain('blocked_url');
  });
});
