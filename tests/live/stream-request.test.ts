import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPTIONS } from '../../app/api/trpc/[trpc]/route';
import { closeBus } from '../../server/live/bus';
import type { RunRef } from '../../server/live/signals';
import { answerTrpc } from '../../server/trpc/http';
import { testDatabase } from '../support/database';
import { cookieOf, errorOf, ORIGIN } from '../support/requests';
import { makeOrg, type TestOrg } from '../support/tenants';
import { addBareRun, appendFacts } from './rows';
import { collect } from './sse';

const db = await testDatabase();
afterAll(closeBus);
let org: TestOrg;
let cookie: string;
let ref: RunRef;
beforeAll(async () => {
  org = await makeOrg(db);
  cookie = await cookieOf(db, org.owner.userId!);
  ref = await addBareRun(db, org);
  await appendFacts(db, ref, 6, { closing: true });
});

const addressOf = (input: object = {}, more = '') => {
  const whole = encodeURIComponent(JSON.stringify({ org: org.slug, runId: ref.runId, ...input }));
  return `${ORIGIN}/api/trpc/run.watch?input=${whole}${more}`;
};
const get = (address: string, headers: Record<string, string> = {}) =>
  answerTrpc(new Request(address, { headers: { accept: 'text/event-stream', cookie, ...headers } }));

it.each(['&lastEventId=2', '&Last-Event-Id=2'])(
  'refuses a last event that stands in the address as %j and in the header or the input as well',
  async (more) => {
    const twice = await get(addressOf({}, more), { 'last-event-id': '4' });
    expect(twice.status).toBe(400);
    expect((await errorOf(twice)).reason).toBe('last_event_twice');
    expect((await get(addressOf({ lastEventId: '4' }, more))).status).toBe(400);
    expect((await get(addressOf({}, more + more))).status).toBe(400);
  },
);

it('takes a last event that stands in the address alone', async () => {
  const client = collect(await get(addressOf({}, '&lastEventId=4')));
  await client.done;
  expect(client.ids()).toEqual([5, 6]);
});

it('goes on behind the header when a browser reconnects a stream that began behind an event', async () => {
  const client = collect(await get(addressOf({ lastEventId: '2' }), { 'last-event-id': '4' }));
  await client.done;
  expect(client.ids()).toEqual([5, 6]);
});

it.each([['-1'], ['abc'], [['1']], [{}], [1], [null]])(
  'refuses the last event %j of the input also when the header names a good one',
  async (lastEventId) => {
    const answer = await get(addressOf({ lastEventId }), { 'last-event-id': '4' });
    expect(answer.status).toBe(400);
  },
);

it.each(['text/html', 'application/json', 'text/html, application/xhtml+xml'])(
  'answers 406 to who accepts %j only',
  async (accept) => {
    const answer = await get(addressOf(), { accept });
    expect(answer.status).toBe(406);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect((await errorOf(answer)).code).toBe('not_acceptable');
  },
);

it.each(['text/event-stream', '*/*', 'text/html, */*;q=0.8', 'TEXT/*'])(
  'streams to who accepts %j',
  async (accept) => {
    const client = collect(await get(addressOf(), { accept }));
    await client.done;
    expect(client.ids()).toEqual([1, 2, 3, 4, 5, 6]);
  },
);

it.each(['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'])(
  'answers 405 to %s, whatever else it says',
  async (method) => {
    const own = { origin: ORIGIN, 'content-type': 'application/json' };
    for (const headers of [new Headers({ cookie }), new Headers({ cookie, ...own })]) {
      const body = method === 'POST' ? JSON.stringify({ org: org.slug, runId: ref.runId }) : undefined;
      const answer = await answerTrpc(new Request(addressOf(), { method, headers, body }));
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET');
    }
  },
);

it('answers OPTIONS itself, so that nothing answers 204 in its place', async () => {
  expect((await OPTIONS(new Request(addressOf(), { method: 'OPTIONS', headers: { cookie } }))).status).toBe(
    405,
  );
});
