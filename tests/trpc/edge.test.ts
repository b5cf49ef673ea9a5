import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { answerTrpc } from '../../server/trpc/http';
import { testDatabase } from '../support/database';
import { ask, cookieOf, errorOf, ORIGIN, send } from '../support/requests';
import { makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
let org: TestOrg;
let cookie: string;

beforeAll(async () => {
  org = await makeOrg(db);
  cookie = await cookieOf(db, org.owner.userId!);
});

const projects = async (): Promise<number> =>
  (await db.admin.query('SELECT count(*) AS n FROM project WHERE org_id = $1', [org.orgId])).rows[0].n;
const get = (path: string, headers: Record<string, string> = {}) =>
  answerTrpc(new Request(`${ORIGIN}/api/trpc/${path}`, { headers: { cookie, ...headers } }));
const newProject = () => ({ org: org.slug, name: 'Garden' });

it('answers a query and a mutation of a member', async () => {
  const made = await send('project.create', newProject(), { cookie });
  expect(made.status).toBe(200);
  expect(made.headers.get('cache-control')).toBe('no-store');
  const list = await ask('project.list', { org: org.slug }, { cookie });
  const body = (await list.json()) as { result: { data: { items: { name: string }[] } } };
  expect(body.result.data.items.map((item) => item.name)).toEqual(['main', 'Garden']);
});

it('refuses a batch of 11 and one of 10,001 names', async () => {
  for (const size of [11, 10_001]) {
    const answer = await get(`${Array(size).fill('account.me').join(',')}?batch=1`);
    expect(answer.status).toBe(400);
    expect((await errorOf(answer)).code).toBe('bad_request');
  }
});

it('answers each call of a batch by itself', async () => {
  const input = encodeURIComponent(JSON.stringify({ 0: { org: org.slug }, 1: { org: 'no-such-org' } }));
  const answer = await get(`project.list,project.list?batch=1&input=${input}`);
  expect(answer.status).toBe(207);
  const [first, second] = (await answer.json()) as [
    { result?: unknown },
    { error: { data: { code: string } } },
  ];
  expect(first.result).toBeDefined();
  expect(second.error.data.code).toBe('not_found');
});

it('refuses a mutation by GET, a query by POST, and every other method', async () => {
  const input = encodeURIComponent(JSON.stringify(newProject()));
  const before = await projects();
  expect((await get(`project.create?input=${input}`)).status).toBe(405);
  expect((await send('project.list', { org: org.slug }, { cookie })).status).toBe(405);
  for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) {
    const answer = await answerTrpc(
      new Request(`${ORIGIN}/api/trpc/account.me`, { method, headers: { cookie } }),
    );
    expect([method, answer.status]).toEqual([method, 405]);
  }
  expect(await projects()).toBe(before);
});

it.each([
  'nothing.here',
  '_def',
  'constructor',
  '__proto__',
  'project._def',
  'project.constructor',
  'toString',
  '',
])('knows no procedure %j', async (path) => {
  for (const answer of [await get(path), await send(path, {}, { cookie })]) {
    expect(answer.status).toBe(404);
    const body = await answer.text();
    expect(body).not.toMatch(/stack|node_modules/);
    expect(JSON.parse(body).error.message).toBe('Not found');
  }
});

it.each([
  ['no JSON', 'name=x', 400],
  ['null', 'null', 400],
  ['cut off', '{"org":"a', 400],
  ['an array', '[]', 400],
  ['nested 200,000 deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400],
  ['empty', '', 400],
  ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400],
])('answers 400 for a body that is %s', async (_what, body, status) => {
  const before = await projects();
  const answer = await send('project.create', body, { cookie });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(await answer.json())).not.toMatch(/SyntaxError|position|stack/);
  expect(await projects()).toBe(before);
});

it('answers 413 for 2 MB, whether the length is told or not, and for an archive that unpacks to more', async () => {
  const large = JSON.stringify({ ...newProject(), description: 'x'.repeat(2_000_000) });
  expect((await send('project.create', large, { cookie })).status).toBe(413);
  const stream = new Response(large).body!;
  const streamed = new Request(`${ORIGIN}/api/trpc/project.create`, {
    method: 'POST',
    headers: { cookie, origin: ORIGIN, 'content-type': 'application/json' },
    body: stream,
    duplex: 'half',
  } as RequestInit);
  expect((await answerTrpc(streamed)).status).toBe(413);
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  expect(bomb.byteLength).toBeLessThan(100_000);
  const answer = await send('project.create', bomb, { cookie, 'content-encoding': 'gzip' });
  expect(answer.status).toBe(413);
});

it('reads a packed body of an honest size, and refuses another packing', async () => {
  const packed = gzipSync(JSON.stringify({ ...newProject(), name: 'Packed' }));
  expect((await send('project.create', packed, { cookie, 'content-encoding': 'gzip' })).status).toBe(200);
  const plain = JSON.stringify(newProject());
  expect((await send('project.create', plain, { cookie, 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await send('project.create', plain, { cookie, 'content-encoding': 'br' })).status).toBe(415);
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined])(
  'answers 415 for JSON that says it is %s',
  async (type) => {
    const before = await projects();
    const body = new TextEncoder().encode(JSON.stringify(newProject()));
    const answer = await send('project.create', body, { cookie, 'content-type': type });
    expect(answer.status).toBe(415);
    expect(await projects()).toBe(before);
  },
);

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a sandboxed frame that claims to be ours', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['a site below ours', { origin: `${ORIGIN}.evil.example` }],
  ['another port', { origin: 'http://localhost:3001', 'sec-fetch-site': 'same-site' }],
  ['nowhere', { origin: undefined }],
])('answers 403 for a change that comes from %s, and changes nothing', async (_who, headers) => {
  const before = await projects();
  const answer = await send('project.create', newProject(), { cookie, ...headers });
  expect(answer.status).toBe(403);
  expect((await errorOf(answer)).reason).toBe('cross_origin');
  expect(await projects()).toBe(before);
});

it('accepts what the browser itself calls same-origin', async () => {
  const headers = { cookie, origin: undefined, 'sec-fetch-site': 'same-origin' };
  expect((await send('project.create', { ...newProject(), name: 'Own' }, headers)).status).toBe(200);
});

it.each([
  { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
  { 'Next-Action': 'junk', RSC: '1' },
  { 'x-forwarded-host': 'evil.example', host: 'evil.example' },
  { 'trpc-accept': 'application/jsonl', accept: 'application/jsonl' },
])('answers the same with headers %j as without', async (headers) => {
  const asked = (more: Record<string, string | undefined>) =>
    ask('project.list', { org: org.slug }, { cookie, ...more });
  const [plain, odd] = [await asked({}), await asked(headers)];
  expect(odd.status).toBe(plain.status);
  expect(await odd.text()).toBe(await plain.text());
  const anonymous = await ask('project.list', { org: org.slug }, headers);
  expect(anonymous.status).toBe(401);
});

it.each([
  '%',
  '%E0%A4%A',
  'project.list?input=%7B',
  'account.me?connectionParams=%7B',
  'project.list?batch=1&input=5',
])('answers 400 for the address %j', async (path) => {
  expect((await get(path)).status).toBe(400);
});
