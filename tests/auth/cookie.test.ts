import { afterAll, expect, it, vi } from 'vitest';
import { plainEnvironment } from '../support/environment';

/** The cookie module of a process whose public address is `url`. */
async function at(url: string) {
  plainEnvironment({ TROUPE_URL: url });
  vi.resetModules();
  return import('../../server/auth/cookie');
}
afterAll(() => plainEnvironment());

const expires = new Date('2030-01-01T00:00:00Z');
const token = 'A'.repeat(43);

it('names and marks the cookie as next-auth does, over http and over https', async () => {
  const plain = await at('http://localhost:3000');
  expect(plain.sessionCookie(token, expires)).toBe(
    `next-auth.session-token=${token}; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; SameSite=Lax`,
  );
  const secure = await at('https://troupe.example');
  expect(secure.sessionCookie(token, expires)).toBe(
    `__Secure-next-auth.session-token=${token}; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; SameSite=Lax; Secure`,
  );
});

it('reads the token among other cookies, and nothing that has not its shape', async () => {
  const { sessionTokenOf } = await at('http://localhost:3000');
  expect(sessionTokenOf(`theme=dark; next-auth.session-token=${token}; x=y`)).toBe(token);
  const name = 'next-auth.session-token';
  for (const header of [
    null,
    undefined,
    '',
    'x',
    `x${name}=${token}`,
    `${name}=`,
    `${name}=a b`,
    `${name}=a%00`,
  ])
    expect(sessionTokenOf(header)).toBeNull();
  expect(sessionTokenOf(`${name}=${'a'.repeat(5_000)}`)).toBeNull();
});

it('reads no plain cookie where the secure one is meant', async () => {
  const { sessionTokenOf } = await at('https://troupe.example');
  expect(sessionTokenOf(`next-auth.session-token=${token}`)).toBeNull();
});
