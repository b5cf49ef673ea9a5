import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth, { getServerSession } from 'next-auth';
import { beforeAll, expect, it, vi } from 'vitest';
import { answerLimited } from '../../server/auth/endpoint';
import { authOptions } from '../../server/auth/options';
import { testDatabase } from '../support/database';
import { ask } from '../support/requests';
import { cookieFrom, newPerson, signUp } from './forms';

const db = await testDatabase();
const person = newPerson();
const NAME = 'next-auth.session-token';
let token: string;
beforeAll(async () => {
  token = cookieFrom(await signUp(person)).slice(NAME.length + 1);
});

type Cookies = Record<string, string>;

/** A request as Next's server hands it to next-auth. */
const requestFor = (action: string, method: string, cookies: Cookies, body: object = {}) =>
  ({ method, cookies, headers: {}, query: { nextauth: [action] }, body }) as unknown as NextApiRequest;

/** An answer that remembers what next-auth wrote. */
function answer() {
  const headers = new Map<string, string[]>();
  const written: { body?: Record<string, unknown> } = {};
  const response = {
    status: () => response,
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader: (name: string, value: string | string[]) => {
      headers.set(name.toLowerCase(), [value].flat());
      return response;
    },
    send: (body: Record<string, unknown>) => Object.assign(written, { body }),
    json: (body: Record<string, unknown>) => Object.assign(written, { body }),
    end: () => response,
  };
  return { response: response as unknown as NextApiResponse, written, headers };
}

const sessionFor = (value: string) => {
  const asked = requestFor('session', 'GET', { [NAME]: value });
  return getServerSession(asked, answer().response, authOptions());
};

async function post(action: string, cookies: Cookies, body: object): Promise<void> {
  await NextAuth(
    requestFor(action, 'POST', { [NAME]: token, ...cookies }, body),
    answer().response,
    authOptions(),
  );
}

it('lets next-auth read the session that our own route wrote', async () => {
  expect((await sessionFor(token))?.user).toMatchObject({ email: person.email, name: 'Ada' });
});

it('shows next-auth no session for an unknown token, for the stored hash, and for a disabled person', async () => {
  const [row] = (await db.admin.query('SELECT token_hash FROM session')).rows;
  for (const wrong of ['x'.repeat(43), row.token_hash as string]) expect(await sessionFor(wrong)).toBeNull();
  await db.admin.query('UPDATE "user" SET disabled_at = now()');
  expect(await sessionFor(token)).toBeNull();
  await db.admin.query('UPDATE "user" SET disabled_at = NULL');
  expect(await sessionFor(token)).not.toBeNull();
});

it('ends the session by the sign-out of next-auth, which asks for its own token', async () => {
  const csrf = answer();
  await NextAuth(requestFor('csrf', 'GET', {}), csrf.response, authOptions());
  const [set] = csrf.headers.get('set-cookie')!;
  const [name, value] = decodeURIComponent(set!.split(';', 1)[0]!).split('=') as [string, string];
  const body = { csrfToken: csrf.written.body?.csrfToken };
  const status = async () => (await ask('account.me', {}, { cookie: `${NAME}=${token}` })).status;

  await post('signout', {}, body);
  expect(await status()).toBe(200);
  await post('signout', { [name]: value }, body);
  expect(await status()).toBe(401);
});

it('has no provider that could sign somebody in past our own checks', () => {
  expect(authOptions().providers).toEqual([]);
});

it('gives next-auth no body that it would fail at, and none that would fill the memory', async () => {
  const passOn = vi.fn(async (text: string) => new Response(text));
  const posted = (body: string, type = 'application/json') =>
    answerLimited(
      new Request('http://localhost:3000/api/auth/signout', {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      }),
      passOn,
    );
  for (const [body, status] of [
    ['{"x":', 400],
    ['', 400],
    ['null', 400],
    ['"x"', 400],
  ] as const) {
    expect((await posted(body)).status).toBe(status);
  }
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    expect((await posted('x'.repeat(20_000), type)).status).toBe(413);
  }
  expect(passOn).not.toHaveBeenCalled();
  expect(await (await posted('{"a":1}')).text()).toBe('{"a":1}');
  expect(await (await posted('csrfToken=1', 'application/x-www-form-urlencoded')).text()).toBe('csrfToken=1');
});
