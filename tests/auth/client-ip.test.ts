import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const KEYS = [
  'TROUPE_APP_DATABASE_URL',
  'TROUPE_AUTH_DATABASE_URL',
  'NEXTAUTH_SECRET',
  'TROUPE_ENCRYPTION_KEYS',
];
for (const key of KEYS) process.env[key] ??= 'x'.repeat(44);

/** The function as a process with so many trusted proxies has it. */
async function behind(proxies: number) {
  process.env.TROUPE_TRUSTED_PROXIES = String(proxies);
  vi.resetModules();
  return (await import('../../server/auth/client-ip')).clientIp;
}
beforeEach(() => vi.resetModules());
afterAll(() => {
  delete process.env.TROUPE_TRUSTED_PROXIES;
});

const from = (peer: string, forwarded?: string) =>
  new Headers({ 'x-troupe-peer': peer, ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) });

it('believes the socket alone when no proxy is trusted', async () => {
  const clientIp = await behind(0);
  expect(clientIp(from('203.0.113.7', '1.1.1.1'))).toBe('203.0.113.7');
});

it('takes the hop that the outermost trusted proxy saw, however many a client invents before it', async () => {
  const one = await behind(1);
  expect(one(from('10.0.0.1', '6.6.6.6, 203.0.113.7'))).toBe('203.0.113.7');
  const two = await behind(2);
  expect(two(from('10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2'))).toBe('203.0.113.7');
  expect(two(from('10.0.0.1', '203.0.113.7'))).toBe('10.0.0.1');
});

it('counts an IPv6 client by its /64 and a mapped IPv4 one by its IPv4 address', async () => {
  const clientIp = await behind(0);
  expect(clientIp(from('2001:db8:1:2:3:4:5:6'))).toBe('2001:db8:1:2::/64');
  expect(clientIp(from('2001:db8:1:2:ffff::1'))).toBe('2001:db8:1:2::/64');
  expect(clientIp(from('::ffff:203.0.113.7'))).toBe('203.0.113.7');
});

it.each(['', 'evil', '<script>', '999.1.1.1', 'x'.repeat(5_000)])('reads %j as unknown', async (text) => {
  const clientIp = await behind(1);
  expect(clientIp(from('not an address', text))).toBe('0.0.0.0');
});

it('overwrites the peer that a client claims with the address of its socket', async () => {
  await behind(0);
  const server = createServer((incoming, answer) => answer.end(String(incoming.headers['x-troupe-peer'])));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', headers: { 'x-troupe-peer': '6.6.6.6' } });
  sent.end();
  const [answer] = await once(sent, 'response');
  const [chunk] = await once(answer, 'data');
  expect(String(chunk)).toBe('127.0.0.1');
  server.close();
});
