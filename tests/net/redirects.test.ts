import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextHop } from '../../server/net/redirect';
import { createSafeFetch } from '../../server/net/safe-fetch';
import { refusal } from '../support/refusal';

type Seen = { url: string; method: string; headers: IncomingMessage['headers']; body: string };

const seen: Seen[] = [];
let entry: Server;
let victim: Server;
let base: string;
let victimPort: number;
let victimCalls = 0;

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of req) body += chunk;
  seen.push({ url: req.url ?? '', method: req.method ?? '', headers: req.headers, body });
  const to = new URL(req.url ?? '/', base);
  const status = Number(to.searchParams.get('status') ?? 302);
  const hops = Number(to.searchParams.get('hops') ?? 0);
  if (to.pathname === '/loop') return void res.writeHead(302, { location: '/loop' }).end();
  if (to.pathname === '/to')
    return void res.writeHead(status, { location: to.searchParams.get('l') ?? '' }).end();
  if (hops > 0) return void res.writeHead(302, { location: `/chain?hops=${hops - 1}` }).end();
  if (to.pathname === '/meta') {
    return void res.end(`<meta http-equiv="refresh" content="0;url=http://127.0.0.1:${victimPort}/">`);
  }
  res.end('here');
}

const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

beforeAll(async () => {
  entry = createServer((req, res) => void answer(req, res));
  base = `http://127.0.0.1:${await listen(entry)}`;
  victim = createServer((_req, res) => res.end()).on('connection', () => {
    victimCalls += 1;
  });
  victimPort = await listen(victim);
});
afterAll(() => {
  for (const server of [entry, victim]) {
    server.close();
    server.closeAllConnections();
  }
});
beforeEach(() => {
  seen.length = 0;
  victimCalls = 0;
});

// The victim stands for everything that is blocked: it is on loopback, but on a port of this installation.
const ask = (url: string, init?: Parameters<ReturnType<typeof createSafeFetch>>[1]) =>
  createSafeFetch({
    allowLocal: true,
    timeoutMs: 5_000,
    own: { host: 'troupe.example', ports: new Set([victimPort]) },
  })(url, init);
const to = (location: string, status = 302) =>
  `${base}/to?status=${status}&l=${encodeURIComponent(location)}`;

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('row 82: with %i is vetted before it is followed', async (status) => {
    const refused = await refusal(ask(to(`http://127.0.0.1:${victimPort}/`, status)));
    expect(refused.reason).toBe('blocked_url');
    expect(victimCalls).toBe(0);
  });

  it.each([
    'http://169.254.169.254/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'javascript:alert(1)',
    'http://[::',
    '//user:pw@127.0.0.1/',
  ])('row 82: to %s is refused', async (location) => {
    expect((await refusal(ask(to(location)))).reason).toBe('blocked_url');
  });

  it('row 82: in the page itself is not followed', async () => {
    expect(await (await ask(`${base}/meta`)).text()).toContain('refresh');
    expect(victimCalls).toBe(0);
  });

  it('is followed five times and not a sixth', async () => {
    expect(await (await ask(`${base}/chain?hops=5`)).text()).toBe('here');
    expect((await refusal(ask(`${base}/chain?hops=6`))).reason).toBe('blocked_url');
  });

  it.each(['/chain?hops=20', '/loop'])('row 82: without an end (%s) is given up', async (path) => {
    expect((await refusal(ask(`${base}${path}`))).reason).toBe('blocked_url');
    expect(seen.length).toBeLessThanOrEqual(6);
  });

  it('row 82: from https to http is refused', () => {
    const hop = { url: new URL('https://a.example/'), method: 'GET', headers: new Headers(), body: null };
    expect(() => nextHop(hop, 302, 'http://a.example/')).toThrow(/may not be called/);
    expect(nextHop(hop, 302, '/next')?.url.href).toBe('https://a.example/next');
  });

  it('takes no secret along to another origin', async () => {
    const headers = {
      authorization: 'Bearer secret',
      'x-api-key': 'secret',
      cookie: 'a=b',
      accept: 'text/plain',
    };
    const other = base.replace('127.0.0.1', 'localhost');
    await (await ask(to(`${other}/end`), { headers })).text();
    expect(JSON.stringify(seen[0]?.headers)).toContain('secret');
    expect(seen[1]?.url).toBe('/end');
    expect(JSON.stringify(seen[1]?.headers)).not.toContain('secret');
    expect(seen[1]?.headers).not.toHaveProperty('cookie');
    expect(seen[1]?.headers.accept).toBe('text/plain');
  });

  it('keeps method and body with 307 and turns into a GET with 303', async () => {
    const init = { method: 'POST', body: 'hello', headers: { 'content-type': 'text/plain' } };
    await (await ask(to('/end', 307), init)).text();
    await (await ask(to('/end', 303), init)).text();
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', 'hello'],
      ['POST', 'hello'],
      ['POST', 'hello'],
      ['GET', ''],
    ]);
  });

  it('comes back unfollowed to a caller that wants none', async () => {
    const none = createSafeFetch({ allowLocal: true, maxRedirects: 0, own: { host: 'x', ports: new Set() } });
    expect((await none(to('/end'))).status).toBe(302);
    expect(seen).toHaveLength(1);
  });
});
