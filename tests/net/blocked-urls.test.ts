import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { LookupAddress } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSafeFetch, type SafeFetchOptions } from '../../server/net/safe-fetch';
import { refusal } from '../support/refusal';

let victim: Server;
let port: number;
let connections = 0;
let sockets = 0;
const counted = () => {
  sockets += 1;
};

beforeAll(async () => {
  victim = createServer((socket) => {
    connections += 1;
    socket.resume().end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => victim.listen(0, '::', resolve));
  port = (victim.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => victim.close(resolve)));
beforeEach(() => {
  connections = 0;
  sockets = 0;
  subscribe('net.client.socket', counted);
});
afterEach(() => {
  unsubscribe('net.client.socket', counted);
});

const OWN = { host: 'troupe.example', ports: new Set([3000]) };

/** A name server that gives these answers, one after the other; the last for ever. */
const answers = (...rounds: string[][]): SafeFetchOptions['resolve'] => {
  let round = 0;
  return (_name, _options, done) => {
    const addresses = rounds[Math.min(round, rounds.length - 1)] ?? [];
    round += 1;
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
};

const blocked = async (url: string, options: SafeFetchOptions = {}) => {
  const refused = await refusal(createSafeFetch({ own: OWN, timeoutMs: 5_000, ...options })(url));
  expect({ code: refused.code, status: refused.status, reason: refused.reason }).toEqual({
    code: 'unprocessable',
    status: 422,
    reason: 'blocked_url',
  });
  expect(connections).toBe(0);
};

describe('an address in which nobody needs to be asked', () => {
  it.each([
    ['127.0.0.1'],
    ['localhost'],
    ['LOCALHOST.'],
    ['app.localhost'],
    ['[::1]'],
    ['[::]'],
    ['0.0.0.0'],
    ['0'],
    ['2130706433'],
    ['0x7f.1'],
    ['0177.0.0.1'],
    ['127.1'],
    ['[::ffff:127.0.0.1]'],
    ['[::127.0.0.1]'],
    ['[64:ff9b::7f00:1]'],
    ['[2002:7f00:1::]'],
  ])('row 76: http://%s is refused without a socket', async (host) => {
    await blocked(`http://${host}:${port}/`);
    expect(sockets).toBe(0);
  });

  it.each([
    ['169.254.169.254'],
    ['[fd00:ec2::254]'],
    ['metadata.google.internal'],
    ['100.100.100.200'],
    ['168.63.129.16'],
    ['[fe80::1]'],
    ['[fec0::1]'],
  ])('row 77: the metadata address %s is refused without a socket', async (host) => {
    await blocked(`http://${host}/latest/meta-data/`);
    expect(sockets).toBe(0);
  });

  it.each([
    ['http://10.1.2.3/'],
    ['http://172.16.0.1/'],
    ['http://172.31.255.255/'],
    ['http://192.168.0.1/'],
    ['http://192.0.2.1/'],
    ['http://198.18.0.1/'],
    ['http://224.0.0.1/'],
    ['http://255.255.255.255/'],
    ['http://troupe.example/'],
    ['https://TROUPE.example./api'],
    ['http://example.com:22/'],
    ['http://example.com:25/'],
    ['http://example.com:6379/'],
    ['http://example.com:5432/'],
    ['http://printer.local/'],
    ['http://user:secret@example.com/'],
    ['http://user@example.com/'],
  ])('row 79: %s is refused without a socket', async (url) => {
    await blocked(url);
    expect(sockets).toBe(0);
  });

  it.each([
    ['file:///etc/passwd'],
    ['ftp://example.com/'],
    ['gopher://example.com/'],
    ['data:text/plain,hi'],
    ['javascript:alert(1)'],
    ['blob:https://example.com/1'],
    ['jar:http://example.com!/'],
    ['http+unix://%2Fvar%2Frun%2Fdocker.sock/info'],
    ['not an address'],
    [''],
    ['http://'],
  ])('row 80: %s is refused without a socket', async (url) => {
    await blocked(url);
    expect(sockets).toBe(0);
  });
});

describe('a name whose addresses are not all public', () => {
  it.each<[string, string[][]]>([
    ['a private A record', [['10.0.0.1']]],
    ['loopback', [['127.0.0.1']]],
    ['public and private A records', [['93.184.216.34', '127.0.0.1']]],
    ['a private AAAA beside a public A record', [['::1', '93.184.216.34']]],
    ['a mapped address', [['::ffff:127.0.0.1']]],
    ['no address at all', [[]]],
  ])('row 83: %s blocks it and nothing is connected to', async (_case, rounds) => {
    await blocked(`http://rebind.example:${port}/`, { resolve: answers(...rounds) });
  });

  it('row 83: a name is asked once for each connection, so there is no second answer to fall for', async () => {
    let asked = 0;
    const resolve: SafeFetchOptions['resolve'] = (_name, _options, done) => {
      asked += 1;
      done(null, [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
    };
    // Loopback stands for the address that may be called.
    const ask = createSafeFetch({ own: OWN, allowLocal: true, timeoutMs: 5_000, resolve });
    expect((await ask(`http://rebind.example:${port}/`)).status).toBe(200);
    expect([asked, connections]).toEqual([1, 1]);
    expect((await refusal(ask(`http://rebind.example:${port}/`))).reason).toBe('blocked_url');
    expect([asked, connections]).toEqual([2, 1]);
  });

  it('stays blocked for what is private but not loopback, also where local servers are allowed', async () => {
    for (const address of ['10.0.0.1', '169.254.169.254', '192.168.1.1']) {
      await blocked('http://model.example/', { allowLocal: true, resolve: answers([address]) });
    }
  });
});

describe('where the operator allows local model servers', () => {
  it('loopback is called by address and by name', async () => {
    const ask = createSafeFetch({ own: OWN, allowLocal: true, timeoutMs: 5_000 });
    expect((await ask(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect((await ask(`http://localhost:${port}/`)).status).toBe(200);
    expect(connections).toBe(2);
  });

  it('row 79: the ports of this installation itself stay blocked', async () => {
    const own = { host: 'localhost', ports: new Set([port]) };
    await blocked(`http://127.0.0.1:${port}/`, { allowLocal: true, own });
    await blocked(`http://localhost:${port}/`, { allowLocal: true, own });
  });
});
