import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../support/database';
import { ask, errorOf, send } from '../support/requests';
import { cookieFrom, newPerson, signIn, signUp } from './forms';

await testDatabase();
const person = newPerson();
let password = person.password;
beforeAll(async () => {
  expect((await signUp(person)).status).toBe(200);
});

const freshCookie = async () => cookieFrom(await signIn({ email: person.email, password }));
const status = async (cookie: string) => (await ask('account.me', {}, { cookie })).status;

it('changes the password, ends every other session and gives the caller a fresh one', async () => {
  const [mine, laptop, phone] = [await freshCookie(), await freshCookie(), await freshCookie()];
  const next = 'an even better password';
  const answer = await send(
    'account.changePassword',
    { current: password, password: next },
    { cookie: mine },
  );
  expect(answer.status).toBe(200);
  const fresh = cookieFrom(answer);
  expect(await Promise.all([mine, laptop, phone, fresh].map(status))).toEqual([401, 401, 401, 200]);
  expect((await signIn({ email: person.email, password })).status).toBe(401);
  password = next;
  expect((await signIn({ email: person.email, password })).status).toBe(200);
});

it('needs the current password', async () => {
  const cookie = await freshCookie();
  const answer = await send(
    'account.changePassword',
    { current: 'not it', password: 'whatever else' },
    { cookie },
  );
  expect(answer.status).toBe(422);
  expect(await errorOf(answer)).toMatchObject({ reason: 'wrong_password', issues: [{ path: ['current'] }] });
  expect(await status(cookie)).toBe(200);
});

it('refuses the address as the password, and one that is too short', async () => {
  const cookie = await freshCookie();
  const weak = await send(
    'account.changePassword',
    { current: password, password: person.email },
    { cookie },
  );
  expect(weak.status).toBe(422);
  expect((await errorOf(weak)).reason).toBe('weak_password');
  const short = await send('account.changePassword', { current: password, password: 'short' }, { cookie });
  expect(short.status).toBe(400);
});

it('lets one of two changes side by side win, and the other change nothing', async () => {
  const [a, b] = [await freshCookie(), await freshCookie()];
  const change = (cookie: string, next: string) =>
    send('account.changePassword', { current: password, password: next }, { cookie });
  const answers = await Promise.all([
    change(a, 'password of the first'),
    change(b, 'password of the second'),
  ]);
  const won = answers.findIndex((answer) => answer.status === 200);
  expect(answers.map((answer) => answer.status).sort()).not.toEqual([200, 200]);
  password = won === 0 ? 'password of the first' : 'password of the second';
  expect(await status(cookieFrom(answers[won]!))).toBe(200);
  expect((await signIn({ email: person.email, password })).status).toBe(200);
});

it('stops guessing the current password from a session left open', async () => {
  const cookie = await freshCookie();
  const codes: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const wrong = { current: `guess ${n}`, password: 'whatever else' };
    codes.push((await send('account.changePassword', wrong, { cookie })).status);
  }
  expect(codes.at(0)).toBe(422);
  expect(codes.at(-1)).toBe(429);
});
