import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, requirePort, tryPort } from '../../scripts/start/port';
import { webAddress } from '../../scripts/start/web-address';

let server: Server;
let taken: number;

beforeAll(async () => {
  taken = await freePort();
  server = createServer();
  await new Promise<void>((resolve) => server.listen(taken, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('a port', () => {
  it('that is taken is reported with the way to choose another', async () => {
    await expect(requirePort(taken, '127.0.0.1', 'up')).rejects.toThrow(
      `Port ${taken} on 127.0.0.1 is taken. Stop what uses it, or choose another: PORT=${taken + 1} npm run up`,
    );
  });

  it.each(['203.0.113.7', '999.1.1.1', '::zz'])(
    'on %s, which is no address of this machine, is told in a sentence',
    async (host) => {
      await expect(requirePort(await freePort(), host, 'up')).rejects.toMatchObject({
        plain: true,
        message: `HOSTNAME ${host} is no address of this machine. Leave it out for 127.0.0.1; 0.0.0.0 stands for all of its addresses.`,
      });
    },
  );

  it('is kept while it is free, and replaced when it is not', async () => {
    const free = await freePort();
    expect(await freePort(free)).toBe(free);
    expect(await freePort(taken)).not.toBe(taken);
    expect(await tryPort(taken)).toBeUndefined();
  });

  it.each(['0', '70000', 'http', '-1'])('"%s" is no port', (PORT) => {
    expect(() => webAddress({ PORT })).toThrow(/from 1 to 65535/);
  });
});

describe('the address of the web server', () => {
  it('is on loopback although shells set HOSTNAME to the name of the machine', () => {
    expect(webAddress({ HOSTNAME: 'laptop' })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      url: 'http://localhost:3000',
    });
  });

  it('is what PORT, HOSTNAME and TROUPE_URL say', () => {
    const env = { PORT: '8080', HOSTNAME: '0.0.0.0', TROUPE_URL: 'https://troupe.example/' };
    expect(webAddress(env)).toEqual({ port: 8080, host: '0.0.0.0', url: 'https://troupe.example' });
  });
});
