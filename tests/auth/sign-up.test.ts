import { expect, it } from 'vitest';
import { hashToken } from '../../server/auth/token';
import { testDatabase } from '../support/database';
import { ask } from '../support/requests';
import { cookieFrom, newPerson, signUp } from './forms';

const db = await testDatabase();
const rows = async (sql: string, values: unknown[] = []) => (await db.admin.query(sql, values)).rows;
const everything = async () =>
  (
    await rows(`SELECT (SELECT count(*) FROM "user") AS u, (SELECT count(*) FROM credential) AS c,
    (SELECT count(*) FROM session) AS s, (SELECT count(*) FROM organization) AS o`)
  )[0];

it('makes a person, a session and an organization in which a run can start at once', async () => {
  const person = newPerson();
  const answer = await signUp({ ...person, organization: 'Döner & Söhne' });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ ok: true, organization: 'doner-sohne' });
  const cookie = answer.headers.get('set-cookie')!;
  expect(cookie).toMatch(/^next-auth\.session-token=[\w-]{43}; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/);

  const [org] = await rows(
    `SELECT o.org_id, m.role, u.parent_id, l.running FROM organization o JOIN org_load l USING (org_id)
     JOIN org_unit u USING (org_id) JOIN membership m ON m.org_id = o.org_id AND m.unit_id = u.id
     JOIN "user" p ON p.id = m.user_id WHERE p.email = $1`,
    [person.email],
  );
  expect(org).toMatchObject({ role: 'owner', parent_id: null, running: 0 });
  expect(await rows('SELECT name, slug, unit_id FROM project WHERE org_id = $1', [org.org_id])).toEqual([
    { name: 'Main', slug: 'main', unit_id: null },
  ]);
  expect(
    await rows(
      `SELECT c.kind, p.model, p.input_per_million::int AS i, p.output_per_million::int AS o, p.effective_from
       FROM provider_connection c JOIN price p ON p.org_id = c.org_id AND p.provider_id = c.id WHERE c.org_id = $1`,
      [org.org_id],
    ),
  ).toEqual([{ kind: 'demo', model: 'demo', i: 0, o: 0, effective_from: new Date(0) }]);
  const actions = await rows('SELECT action, actor_kind FROM audit WHERE org_id = $1 ORDER BY action', [
    org.org_id,
  ]);
  expect(actions.map((row) => row.action)).toEqual([
    ...[
      'agent.created',
      'member.added',
      'organization.created',
      'project.created',
      'provider.created',
      'unit.created',
    ],
  ]);
  expect(new Set(actions.map((row) => row.actor_kind))).toEqual(new Set(['user']));

  const me = await ask('organization.list', {}, { cookie: cookieFrom(answer) });
  expect(await me.json()).toMatchObject({
    result: { data: { items: [{ slug: 'doner-sohne', role: 'owner' }] } },
  });
});

it('gives each organization the coordinator that is hub of teams that name none (O-6)', async () => {
  const person = newPerson();
  await signUp(person);
  expect(
    await rows(
      `SELECT a.slug, a.is_default_hub, a.model FROM agent a JOIN membership m ON m.org_id = a.org_id
       JOIN "user" p ON p.id = m.user_id WHERE p.email = $1`,
      [person.email],
    ),
  ).toEqual([{ slug: 'coordinator', is_default_hub: true, model: 'demo' }]);
});

it('stores neither the password nor the session token', async () => {
  const person = { ...newPerson(), password: 'a very findable password' };
  const token = cookieFrom(await signUp(person)).split('=')[1]!;
  const [stored] = await rows(
    'SELECT password_hash FROM credential JOIN "user" ON id = user_id WHERE email = $1',
    [person.email],
  );
  expect(stored.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const sessions = await rows('SELECT token_hash FROM session');
  expect(sessions.map((row) => row.token_hash)).toContain(hashToken(token));
  expect(JSON.stringify([stored, sessions])).not.toContain(token);
});

it('gives an organization of a taken name a slug of its own, also when many are made at once', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const answer = await signUp({ ...newPerson(), organization: 'Same Name' }, { ip: '203.0.113.20' });
      return ((await answer.json()) as { organization: string }).organization;
    }),
  );
  expect(new Set(made).size).toBe(6);
  for (const slug of made) expect(slug).toMatch(/^same-name(-[0-9a-f]{6})?$/);
});

it('refuses a taken address in words that name no cause, and changes nothing', async () => {
  const person = newPerson();
  await signUp(person);
  const before = await everything();
  for (const email of [person.email, person.email.toUpperCase()]) {
    const answer = await signUp({ ...person, email, password: 'another password', organization: 'Other' });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const body = (await answer.json()) as { reason: string; message: string };
    expect(body.reason).toBe('sign_up_refused');
    expect(body.message).not.toMatch(/exist|taken|already|used/i);
  }
  expect(await everything()).toEqual(before);
});

it.each([
  ['no address', { email: 'ada' }],
  ['a newline', { email: 'ada@example.test\n' }],
  ['a second header', { email: 'ada@example.test\r\nBcc: eve@example.test' }],
  ['a zero byte', { email: 'a\u0000da@example.test' }],
  ['a look-alike letter', { email: 'аda@example.test' }],
  ['a quoted part', { email: '"a b"@example.test' }],
  ['an address literal', { email: 'ada@[127.0.0.1]' }],
  ['255 characters', { email: `${'a'.repeat(243)}@example.test` }],
  ['a short password', { password: 'short' }],
  ['a password of 201', { password: 'x'.repeat(201) }],
  ['an empty name', { name: '   ' }],
  ['a name that turns the text around', { name: 'Ada\u202eexe' }],
  ['a role', { role: 'owner' }],
  ['an array', { email: ['ada@example.test'] }],
  ['an operator', { email: { not: '' } }],
])('answers 400 for %s and writes nothing', async (_what, patch) => {
  const before = await everything();
  const answer = await signUp({ ...newPerson(), ...patch }, { ip: '203.0.113.30' });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { issues: unknown[] }).issues.length).toBeGreaterThan(0);
  expect(await everything()).toEqual(before);
});

it('remembers the language in which the form was read, English without one', async () => {
  const localeAfter = async (patch: object) => {
    const person = newPerson();
    expect((await signUp({ ...person, ...patch })).status).toBe(200);
    return (await rows('SELECT locale FROM "user" WHERE email = $1', [person.email]))[0].locale;
  };
  expect(await localeAfter({ locale: 'ru' })).toBe('ru');
  expect(await localeAfter({})).toBe('en');
});

it('refuses the address as the password', async () => {
  const person = newPerson();
  const answer = await signUp({ ...person, password: person.email.toUpperCase() });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ reason: 'weak_password', issues: [{ path: ['password'] }] });
});

it('limits how many sign up from one place', async () => {
  const from = { ip: '203.0.113.99' };
  const answers: Response[] = [];
  for (let n = 0; n < 31; n += 1) answers.push(await signUp({ ...newPerson(), password: 'bad' }, from));
  expect(answers.at(-1)!.status).toBe(400);
  for (let n = 0; n < 31; n += 1) {
    const person = newPerson();
    answers.push(await signUp({ ...person, password: person.email }, from));
  }
  expect(answers.at(-1)!.status).toBe(429);
  expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
});
