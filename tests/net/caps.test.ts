import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSafeFetch, type SafeFetchOptions } from '../../server/net/safe-fetch';
import { refusal } from '../support/refusal';

const MB = 1024 * 1024;
let server: Server;
let base: string;
const closed: (() => void)[] = [];

const endless = (res: ServerResponse, size: number, everyMs: number) => {
  const chunk = Buffer.alloc(size, 120);
  const timer = setInterval(() => res.write(chunk), everyMs);
  res.on('close', () => {
    clearInterval(timer);
    for (const told of closed.splice(0)) told();
  });
};

beforeAll(async () => {
  const routes: Record<string, (res: ServerResponse) => void> = {
    '/endless': (res) => endless(res, MB, 1),
    '/drip': (res) => endless(res, 1, 50),
    '/declared': (res) => {
      res.writeHead(200, { 'content-length': String(10 * 1024 * MB) });
      endless(res, MB, 1);
    },
    '/bomb': (res) => {
      res.writeHead(200, { 'content-encoding': 'gzip' });
      res.end(gzipSync(Buffer.alloc(50 * MB)));
    },
    '/silent': (res) => void res.writeHead(200).write('x'),
    '/short': (res) => {
      res.writeHead(200, { 'content-length': '100' });
      res.write('only this');
      setImmediate(() => res.destroy());
    },
    '/pdf': (res) => void res.writeHead(200, { 'content-type': 'text/html' }).end('%PDF-1.7'),
    '/gzip': (res) => void res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('small')),
    '/nothing': (res) => void res.writeHead(204).end(),
  };
  server = createServer((req, res) => (routes[req.url ?? ''] ?? (() => res.writeHead(404).end()))(res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const ask = (path: string, options: SafeFetchOptions = {}, signal?: AbortSignal) =>
  createSafeFetch({ allowLocal: true, own: { host: 'x', ports: new Set() }, ...options })(`${base}${path}`, {
    signal,
  });
const read = async (...args: Parameters<typeof ask>) => (await ask(...args)).text();
const nextClose = () => new Promise<void>((resolve) => closed.push(resolve));

it.each(['/endless', '/declared', '/bomb'])('row 84: %s ends at 10 MB', async (path) => {
  expect((await refusal(read(path))).reason).toBe('response_too_large');
});

it('row 84: a byte now and then ends by the clock, and the socket is closed', async () => {
  const gone = nextClose();
  expect((await refusal(read('/drip', { timeoutMs: 400 }))).reason).toBe('response_too_slow');
  await gone;
});

it('silence ends earlier than the clock of the whole', async () => {
  expect((await refusal(read('/silent', { silenceMs: 200, timeoutMs: 10_000 }))).reason).toBe(
    'response_silent',
  );
});

it('row 84: an answer that is shorter than it says is an error', async () => {
  await expect(read('/short')).rejects.toThrow();
});

it('row 84: what the answer calls itself changes nothing', async () => {
  expect(await read('/pdf')).toBe('%PDF-1.7');
});

it('hands small answers on unpacked, and empty ones empty', async () => {
  expect(await read('/gzip')).toBe('small');
  expect((await ask('/nothing')).status).toBe(204);
});

it("closes the socket when the caller's signal is aborted", async () => {
  const stop = new AbortController();
  const answer = await ask('/drip', {}, stop.signal);
  const gone = nextClose();
  const reading = answer.text();
  stop.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
  await gone;
});

it('refuses to send what it cannot send twice', async () => {
  const fetch = createSafeFetch({ allowLocal: true, own: { host: 'x', ports: new Set() } });
  await expect(fetch(base, { method: 'POST', body: new FormData() })).rejects.toThrow(TypeError);
});
