import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { closeBus } from '../../server/live/bus';
import type { RunRef } from '../../server/live/signals';
import { streams } from '../../server/live/streams';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { bytesOf, cookieOf, errorOf } from '../support/requests';
import { addPerson, makeOrg, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';
import { addBareRun, appendFacts } from './rows';
import { collect, openWatch } from './sse';

const db = await testDatabase();
afterAll(closeBus);
let org: TestOrg;
let cookie: string;
beforeAll(async () => {
  org = await makeOrg(db);
  cookie = await cookieOf(db, org.owner.userId!);
});

const run = async (facts: number, closing = false): Promise<RunRef> => {
  const ref = await addBareRun(db, org);
  if (facts > 0) await appendFacts(db, ref, facts, { closing });
  return ref;
};
const inputOf = (ref: RunRef, more: object = {}) => ({ org: org.slug, runId: ref.runId, ...more });
const open = async (input: unknown, as = cookie, headers = {}) => {
  const { answer, abort } = openWatch(input, as, headers);
  return { response: await answer, abort };
};

it('streams every fact with its seq as the event id, and ends after run.closed', async () => {
  const ref = await run(3);
  const { response } = await open(inputOf(ref));
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  const client = collect(response);
  await eventually(() => expect(client.ids()).toEqual([1, 2, 3]), 5_000);
  await appendFacts(db, ref, 2, { closing: true });
  await client.done;
  expect(client.ids()).toEqual([1, 2, 3, 4, 5]);
  const last = client.frames.find((frame) => frame.id === '5')?.data as {
    kind: string;
    fact: { seq: number; at: string; type: string };
  };
  expect(last.kind).toBe('fact');
  expect(last.fact).toMatchObject({ seq: 5, type: 'run.closed' });
  expect(new Date(last.fact.at).toISOString()).toBe(last.fact.at);
  expect(client.frames.at(-1)?.event).toBe('return');
  expect(client.frames[0]).toMatchObject({
    event: 'connected',
    data: { reconnectAfterInactivityMs: 25_000 },
  });
});

it('resumes behind the last event, given in the input or in the header', async () => {
  const ref = await run(6, true);
  const byInput = collect((await open(inputOf(ref, { lastEventId: '4' }))).response);
  await byInput.done;
  const byHeader = collect((await open(inputOf(ref), cookie, { 'last-event-id': '2' })).response);
  await byHeader.done;
  expect(byInput.ids()).toEqual([5, 6]);
  expect(byHeader.ids()).toEqual([3, 4, 5, 6]);
});

it.each([['-1'], ['abc'], ['1e99'], ['01'], ['1.5'], ['9'.repeat(10_240)], [['1']], [{}], [1], [null]])(
  'refuses the last event %j with 400, and no stream',
  async (lastEventId) => {
    const ref = await run(1);
    const { response } = await open(inputOf(ref, { lastEventId }));
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe('bad_request');
    if (typeof lastEventId !== 'string') return;
    const byHeader = await open(inputOf(ref), cookie, { 'last-event-id': lastEventId });
    expect(byHeader.response.status).toBe(400);
  },
);

it('answers an event of the future with an explicit resync and the whole run', async () => {
  const ref = await run(2, true);
  const client = collect((await open(inputOf(ref, { lastEventId: '99' }))).response);
  await client.done;
  expect(client.frames.map((frame) => (frame.data as { kind?: string }).kind).filter(Boolean)).toEqual([
    'resync',
    'fact',
    'fact',
  ]);
});

it('refuses unknown keys', async () => {
  const { response } = await open(inputOf(await run(1), { follow: true }));
  expect(response.status).toBe(400);
});

it('answers a run of a foreign organization, of an invisible unit and an unknown one with the same 404', async () => {
  const foreign = await addBareRun(db, await makeOrg(db));
  const [left, right] = [await addUnit(db, org, 'Left'), await addUnit(db, org, 'Right')];
  const projectId = newId();
  await db.admin.query('INSERT INTO project (org_id, id, slug, name, unit_id) VALUES ($1, $2, $3, $3, $4)', [
    org.orgId,
    projectId,
    'right',
    right.id,
  ]);
  const hidden = await addBareRun(db, org, projectId);
  const person = await cookieOf(db, (await addPerson(db, org, 'admin', left.id)).userId);
  const bodies = [];
  for (const runId of [foreign.runId, hidden.runId, newId()]) {
    const { response } = await open({ org: org.slug, runId }, person);
    expect(response.status).toBe(404);
    bodies.push(await bytesOf(response));
  }
  expect(new Set(bodies).size).toBe(1);
  const seen = await open(inputOf(hidden));
  expect(seen.response.status).toBe(200);
  seen.abort();
});

it('is 401 for who is not signed in', async () => {
  expect((await open(inputOf(await run(1)), '')).response.status).toBe(401);
});

it('opens ten streams of one person and refuses the eleventh with Retry-After', async () => {
  const ref = await run(1);
  const viewer = await cookieOf(db, (await addPerson(db, org, 'viewer')).userId);
  const opened = [];
  for (let n = 0; n < 10; n++) {
    const one = await open(inputOf(ref), viewer);
    expect(one.response.status).toBe(200);
    opened.push({ ...one, client: collect(one.response) });
  }
  const eleventh = await open(inputOf(ref), viewer);
  expect(eleventh.response.status).toBe(429);
  expect(Number(eleventh.response.headers.get('retry-after'))).toBeGreaterThan(0);
  for (const one of opened) one.abort();
  await Promise.all(opened.map((one) => one.client.done));
  await eventually(async () => {
    const again = await open(inputOf(ref), viewer);
    expect(again.response.status).toBe(200);
    again.abort();
  }, 5_000);
});

it.each([
  ['the membership is removed', 'DELETE FROM membership WHERE user_id = $1'],
  ['the session ends', 'DELETE FROM session WHERE user_id = $1'],
  ['the person is disabled', 'UPDATE "user" SET disabled_at = now() WHERE id = $1'],
  [
    'the organization is suspended',
    'UPDATE organization SET suspended_at = now() WHERE org_id = (SELECT org_id FROM membership WHERE user_id = $1)',
  ],
])('closes an open stream within 3 s when %s, and says why', async (_what, sql) => {
  const own = await makeOrg(db);
  const ref = await addBareRun(db, own);
  await appendFacts(db, ref, 1);
  const viewer = await addPerson(db, own, 'viewer');
  const { response } = await open({ org: own.slug, runId: ref.runId }, await cookieOf(db, viewer.userId));
  const client = collect(response);
  await eventually(() => expect(client.ids()).toEqual([1]), 5_000);
  const begun = Date.now();
  await db.admin.query(sql, [viewer.userId]);
  await client.done;
  expect(Date.now() - begun).toBeLessThan(3_000);
  expect(client.frames.at(-1)?.event).toBe('serialized-error');
});

it('goes on when access changed and still allows it', async () => {
  const ref = await run(1);
  const viewer = await addPerson(db, org, 'viewer');
  const { response, abort } = await open(inputOf(ref), await cookieOf(db, viewer.userId));
  const client = collect(response);
  await eventually(() => expect(client.ids()).toEqual([1]), 5_000);
  await db.admin.query('UPDATE "user" SET access_epoch = access_epoch + 1 WHERE id = $1', [viewer.userId]);
  await streams.access.look();
  await appendFacts(db, ref, 1);
  await eventually(() => expect(client.ids()).toEqual([1, 2]), 5_000);
  abort();
  await client.done;
});

it('leaves nothing open when every client has left', async () => {
  await eventually(() => expect([streams.tails.size, streams.access.size]).toEqual([0, 0]), 5_000);
});
