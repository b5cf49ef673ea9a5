import { ProviderCreate } from '@domain/provider/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantTx } from '../../../server/db/tenant';
import type { Ctx } from '../../../server/services/context';
import { connectProvider } from '../../../server/services/provider/connect';
import { createProvider } from '../../../server/services/provider/create';
import { deleteProvider } from '../../../server/services/provider/delete';
import { getProvider } from '../../../server/services/provider/get';
import { listProviders } from '../../../server/services/provider/list';
import { priceOf } from '../../../server/services/provider/price';
import { testProvider } from '../../../server/services/provider/test';
import { updateProvider } from '../../../server/services/provider/update';
import { auditRows } from '../../support/audit-rows';
import { testDatabase } from '../../support/database';
import { type FakeOpenAI, fakeOpenAI } from '../../support/fake-openai';
import { refusal } from '../../support/refusal';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../../support/tenants';
import { addUnit } from '../../support/units';

const KEY = 'sk-CANARY-0123456789';
const db = await testDatabase();
let fake: FakeOpenAI;
let org: TestOrg;
let admin: Ctx & { userId: string };

beforeAll(async () => {
  fake = await fakeOpenAI({ apiKey: KEY });
  org = await makeOrg(db);
  admin = await addPerson(db, org, 'admin');
});
afterAll(() => fake.close());

const form = (patch: Partial<ProviderCreate> = {}): ProviderCreate =>
  ProviderCreate.parse({
    kind: 'openai_compatible',
    name: 'Local',
    baseUrl: fake.url,
    apiKey: KEY,
    models: [{ name: 'fake', price: { inputPerMillion: 150_000, outputPerMillion: 600_000 } }],
    ...patch,
  });

const stored = async (id: string) => {
  const { rows } = await db.admin.query('SELECT * FROM provider_connection WHERE id = $1', [id]);
  return rows[0];
};
const priceAt = (id: string, at?: Date) =>
  tenantTx({ orgId: org.orgId }, (tx) => priceOf(tx, id, 'fake', at));

describe('a connection’s key', () => {
  it('is stored encrypted and never comes back: not in an answer, not in the audit, not in the row', async () => {
    const made = await createProvider(admin, form());
    await updateProvider(admin, { id: made.id, name: 'Renamed' });
    const shown = [made, await getProvider(admin, made), await listProviders(admin, { limit: 50 })];
    expect(made.hasKey).toBe(true);
    const row = await stored(made.id);
    expect(row.key_cipher.includes(KEY)).toBe(false);
    const audited = await auditRows(db, org.orgId, made.id);
    expect(audited.map((entry) => entry.action)).toEqual(['provider.created', 'provider.updated']);
    expect(JSON.stringify([shown, audited, row])).not.toContain('CANARY');
  });

  it('is kept by an edit that has none, replaced by one that has, and taken away by null', async () => {
    const made = await createProvider(admin, form());
    const first = (await stored(made.id)).key_cipher;
    expect((await updateProvider(admin, { id: made.id, name: 'Renamed' })).hasKey).toBe(true);
    expect((await stored(made.id)).key_cipher).toEqual(first);
    await updateProvider(admin, { id: made.id, apiKey: 'sk-another' });
    expect((await stored(made.id)).key_cipher).not.toEqual(first);
    expect((await updateProvider(admin, { id: made.id, apiKey: null })).hasKey).toBe(false);
    expect((await stored(made.id)).key_cipher).toBeNull();
  });

  it('does not follow to another address unless it is entered again', async () => {
    const made = await createProvider(admin, form());
    const moved = { id: made.id, baseUrl: 'https://collector.example.com/v1' };
    expect(await refusal(updateProvider(admin, moved))).toMatchObject({
      status: 422,
      reason: 'key_required',
    });
    expect((await stored(made.id)).base_url).toBe(fake.url);
    expect((await updateProvider(admin, { ...moved, apiKey: KEY })).baseUrl).toBe(moved.baseUrl);
  });

  it('that was copied to another row does not open there', async () => {
    const [one, two] = [await createProvider(admin, form()), await createProvider(admin, form())];
    await db.admin.query(
      `UPDATE provider_connection t SET key_cipher = s.key_cipher FROM provider_connection s WHERE s.id = $1 AND t.id = $2`,
      [one.id, two.id],
    );
    expect(await testProvider(admin, { id: two.id })).toMatchObject({ ok: false, error: { reason: 'auth' } });
  });
});

describe('an address', () => {
  it.each([
    ['http://10.0.0.1/v1', 'blocked_url'],
    ['http://169.254.169.254/latest', 'blocked_url'],
    ['https://user:pw@example.com/v1', 'blocked_url'],
    ['ftp://example.com/', 'blocked_url'],
    ['https://example.com/v1?key=1', 'base_url_query'],
    [null, 'base_url_required'],
  ])('%s is refused as %s and nothing is written', async (baseUrl, reason) => {
    const before = await db.admin.query('SELECT count(*) FROM provider_connection');
    expect(await refusal(createProvider(admin, form({ baseUrl })))).toMatchObject({ status: 422, reason });
    expect((await db.admin.query('SELECT count(*) FROM provider_connection')).rows).toEqual(before.rows);
  });

  it('and a key are nothing that the demo has', async () => {
    const demo = form({ kind: 'demo', baseUrl: null, apiKey: undefined });
    expect((await createProvider(admin, demo)).hasKey).toBe(false);
    expect((await refusal(createProvider(admin, { ...demo, apiKey: KEY }))).reason).toBe('key_not_used');
    expect((await refusal(createProvider(admin, { ...demo, baseUrl: fake.url }))).reason).toBe(
      'base_url_not_used',
    );
  });
});

describe('prices', () => {
  it('hold from their day on, and the one before stays readable', async () => {
    const made = await createProvider(admin, form());
    const raised = [{ name: 'fake', price: { inputPerMillion: 1, outputPerMillion: 0 } }];
    const changed = await updateProvider(admin, { id: made.id, models: raised });
    expect(changed.models).toEqual(raised);
    expect(await priceAt(made.id)).toEqual(raised[0]?.price);
    expect(await priceAt(made.id, new Date(1_000))).toEqual({
      inputPerMillion: 150_000,
      outputPerMillion: 600_000,
    });
  });

  it('that do not change make no new row, and a change at once after another is kept', async () => {
    const made = await createProvider(admin, form());
    const rows = async () =>
      (await db.admin.query('SELECT FROM price WHERE provider_id = $1', [made.id])).rowCount;
    await updateProvider(admin, { id: made.id, models: form().models });
    expect(await rows()).toBe(1);
    for (const inputPerMillion of [1, 2, 3]) {
      await updateProvider(admin, {
        id: made.id,
        models: [{ name: 'fake', price: { inputPerMillion, outputPerMillion: 0 } }],
      });
    }
    expect(await rows()).toBe(4);
  });

  it('of a model without one are null: unpriced', async () => {
    const made = await createProvider(admin, form());
    await db.admin.query('DELETE FROM price WHERE provider_id = $1', [made.id]);
    expect((await getProvider(admin, made)).models).toEqual([{ name: 'fake', price: null }]);
    expect(await priceAt(made.id)).toBeNull();
  });
});

describe('deleting', () => {
  it('is refused while an agent uses the connection, and takes the key away when it is done', async () => {
    const made = await createProvider(admin, form());
    const agentId = await addAgent(db, org, 'Writer', { providerId: made.id, model: 'fake' });
    expect(await refusal(deleteProvider(admin, made))).toMatchObject({
      status: 409,
      reason: 'provider_in_use',
      details: { agents: 1 },
    });
    await db.admin.query('UPDATE agent SET deleted_at = now() WHERE id = $1', [agentId]);
    expect(await deleteProvider(admin, made)).toEqual({ id: made.id });
    expect(await stored(made.id)).toMatchObject({ key_cipher: null, key_id: null });
    expect((await refusal(getProvider(admin, made))).status).toBe(404);
  });
});

describe('the test call', () => {
  it('reaches the model with the stored key and lists what the server offers', async () => {
    const made = await createProvider(admin, form());
    const result = await testProvider(admin, { id: made.id });
    expect(result).toMatchObject({ ok: true, model: 'fake', models: ['fake'], error: null });
    expect((await auditRows(db, org.orgId, made.id)).at(-1)?.action).toBe('provider.tested');
  });

  it('answers with the reason when the key is wrong or nothing listens, without the key', async () => {
    const wrong = await createProvider(admin, form({ apiKey: 'sk-WRONG-987654321' }));
    const refused = await testProvider(admin, { id: wrong.id });
    expect(refused).toMatchObject({ ok: false, models: null, error: { reason: 'auth' } });
    expect(JSON.stringify(refused)).not.toContain('sk-WRONG');
    const gone = await fakeOpenAI();
    await gone.close();
    const dead = await createProvider(admin, form({ baseUrl: gone.url }));
    expect(await testProvider(admin, { id: dead.id })).toMatchObject({
      ok: false,
      error: { reason: 'connection' },
    });
  });

  it('takes no model that the connection does not list', async () => {
    const made = await createProvider(admin, form());
    expect((await refusal(testProvider(admin, { id: made.id, model: 'gpt-99' }))).reason).toBe(
      'unknown_model',
    );
  });

  it('of the demo needs no network', async () => {
    expect(await testProvider(admin, { id: org.providerId })).toMatchObject({ ok: true, models: null });
  });
});

describe('who may', () => {
  it('a builder reads and changes nothing; a stranger sees nothing', async () => {
    const builder = await addPerson(db, org, 'builder');
    const stranger = await addPerson(db, await makeOrg(db), 'owner');
    const foreign = { ...stranger, orgId: org.orgId };
    const made = await createProvider(admin, form());
    expect((await getProvider(builder, made)).hasKey).toBe(true);
    const attempts = (ctx: Ctx) => [
      () => createProvider(ctx, form()),
      () => updateProvider(ctx, { id: made.id, name: 'Mine' }),
      () => deleteProvider(ctx, made),
      () => testProvider(ctx, made),
    ];
    for (const attempt of attempts(builder)) expect((await refusal(attempt())).status).toBe(403);
    for (const attempt of attempts(foreign)) expect((await refusal(attempt())).status).toBe(404);
    for (const attempt of attempts(stranger).slice(1)) expect((await refusal(attempt())).status).toBe(404);
    expect((await stored(made.id)).name).toBe('Local');
  });

  it('a unit’s connection is invisible beside the unit and cannot be edited from below', async () => {
    const [left, right] = [await addUnit(db, org, 'Left'), await addUnit(db, org, 'Right')];
    const leftAdmin = await addPerson(db, org, 'admin', left.id);
    const rightAdmin = await addPerson(db, org, 'admin', right.id);
    const made = await createProvider(leftAdmin, form({ unitId: left.id }));
    const shared = await createProvider(admin, form());
    const seen = (await listProviders(rightAdmin, { limit: 100 })).items.map((item) => item.id);
    expect(seen).toContain(shared.id);
    expect(seen).not.toContain(made.id);
    expect((await refusal(getProvider(rightAdmin, made))).status).toBe(404);
    expect((await refusal(updateProvider(rightAdmin, { id: shared.id, name: 'x' }))).status).toBe(403);
  });
});

it('lists page by page, each connection once', async () => {
  const own = await makeOrg(db);
  for (let i = 0; i < 4; i++) await createProvider(own.owner, form());
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listProviders>> = await listProviders(own.owner, {
      limit: 2,
      cursor,
    });
    ids.push(...page.items.map((item) => item.id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(5);
});

it('the engine connects with a key that came as base64 out of JSON', async () => {
  const made = await createProvider(admin, form());
  const row = await stored(made.id);
  const port = connectProvider(org.orgId, {
    id: made.id,
    kind: 'openai_compatible',
    baseUrl: row.base_url,
    keyCipher: row.key_cipher.toString('base64'),
    keyId: row.key_id,
  });
  const answer = await port.call(
    { model: 'fake', system: '', messages: [{ role: 'user', text: 'hi' }], tools: [], maxOutputTokens: 100 },
    { signal: AbortSignal.timeout(5_000) },
  );
  expect(answer.text).toContain('Delivery');
});
