import { answerOf } from '@domain/answer';
import { DomainError, type ErrorCode, STATUS_OF } from '@domain/errors';
import { TRPCError } from '@trpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { appPool } from '../../server/db/pools';
import { tenantTx } from '../../server/db/tenant';
import { createContext } from '../../server/trpc/context';
import { answerTrpc } from '../../server/trpc/http';
import { createCallerFactory, router } from '../../server/trpc/init';
import { publicProcedure } from '../../server/trpc/procedures';
import type { AppRouter } from '../../server/trpc/root';
import { testDatabase } from '../support/database';
import { cookieOf, errorOf, ORIGIN, send } from '../support/requests';
import { makeOrg } from '../support/tenants';

const db = await testDatabase();

/** Throws what it is told to, as a verb or a bug would. */
const breaking = (error: () => unknown) =>
  router({
    account: router({
      me: publicProcedure.output(z.strictObject({ ok: z.boolean() })).query(async () => {
        const thrown = error();
        if (thrown) throw thrown;
        return { ok: true };
      }),
    }),
  });

/** The HTTP edge takes any router; these stand in the place of the product's. */
const ask = (error: () => unknown) =>
  answerTrpc(new Request(`${ORIGIN}/api/trpc/account.me`), breaking(error) as unknown as AppRouter);

const codes = Object.keys(STATUS_OF) as ErrorCode[];

it.each(codes)(
  'answers %s with its status, words and reason, over HTTP and to a direct caller',
  async (code) => {
    const extras = {
      reason: 'a_reason',
      issues: [{ path: ['x'], code: 'c', message: 'm' }],
      details: { candidates: [1] },
      retryAfterSeconds: 7,
    };
    const error = () => new DomainError(code, 'Words for a person', extras);
    const answer = await ask(error);
    expect(answer.status).toBe(STATUS_OF[code]);
    const { reason, issues, details } = extras;
    const data = await errorOf(answer);
    expect(data).toMatchObject({ code, message: 'Words for a person', reason, issues, details });
    expect(data.traceId).toBe(answer.headers.get('x-request-id'));
    const waits = code === 'too_many_requests' || code === 'unavailable';
    expect(answer.headers.get('retry-after')).toBe(waits ? '7' : null);

    const caller = createCallerFactory(breaking(error))(createContext({ session: null, requestId: 'r' }));
    const thrown = await caller.account.me().catch((cause: unknown) => cause);
    expect(thrown).toBeInstanceOf(TRPCError);
    expect((thrown as TRPCError).cause).toBeInstanceOf(DomainError);
  },
);

it('says nothing of a bug but its trace id: no message, no stack', async () => {
  const bugs = [new Error('SECRET at /srv/x.ts'), new TypeError('SECRET'), 'SECRET', { code: 'SECRET' }];
  for (const bug of [...bugs, z.number().safeParse('SECRET').error]) {
    const answer = await ask(() => bug);
    expect(answer.status).toBe(500);
    const text = await answer.clone().text();
    expect(text).not.toMatch(/SECRET|stack|\.ts|Error:/);
    expect(await errorOf(answer)).toEqual({
      code: 'internal',
      message: 'Something went wrong on our side',
      reason: 'internal',
      traceId: answer.headers.get('x-request-id'),
      httpStatus: 500,
    });
  }
});

it('counts an output that breaks its schema as a bug', async () => {
  const wrong = router({
    account: router({
      me: publicProcedure.output(z.strictObject({ ok: z.boolean() })).query(() => {
        const leaking: object = { ok: true, secret: 'SECRET' };
        return leaking as { ok: boolean };
      }),
    }),
  });
  const answer = await answerTrpc(
    new Request(`${ORIGIN}/api/trpc/account.me`),
    wrong as unknown as AppRouter,
  );
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('SECRET');
});

it.each(['P1001', 'P1008', 'P1017', 'P2024', 'P2028', '57014', '55P03', '53300', '57P01', 'ECONNREFUSED'])(
  'asks to come back in a second when the database says %s, however deep that is wrapped',
  async (code) => {
    const inner = Object.assign(new Error('SECRET'), { code });
    const wrapped = new Error('outer', { cause: new Error('middle', { cause: inner }) });
    const driver = Object.assign(new Error('adapter'), { cause: { originalCode: code } });
    for (const error of [inner, wrapped, driver]) {
      const answer = await ask(() => error);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(await errorOf(answer)).toMatchObject({ code: 'unavailable' });
    }
  },
);

it('answers a stream that cannot begin like any other request, not as an open stream', async () => {
  const headers = { accept: 'text/event-stream' };
  const refused = router({
    account: router({
      watch: publicProcedure.input(z.strictObject({ run: z.uuid() })).subscription(async function* () {
        yield 1;
      }),
    }),
  });
  const answer = await answerTrpc(
    new Request(`${ORIGIN}/api/trpc/account.watch?input=%7B%22run%22%3A1%7D`, { headers }),
    refused as unknown as AppRouter,
  );
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect((await errorOf(answer)).issues).toHaveLength(1);
});

it('takes a unique conflict that no verb foresaw for a bug, not for the caller’s fault', () => {
  expect(answerOf(Object.assign(new Error('x'), { code: 'P2002' }), 't').status).toBe(500);
});

it('answers 503 while a lock is held for too long, and goes on afterwards', async () => {
  const org = await makeOrg(db);
  const cookie = await cookieOf(db, org.owner.userId!);
  const body = { org: org.slug, name: 'Later' };
  const blocker = await db.admin.connect();
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE project IN ACCESS EXCLUSIVE MODE');
  try {
    const answer = await send('project.create', body, { cookie });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  expect((await send('project.create', body, { cookie })).status).toBe(200);
  expect(await tenantTx(org.owner, (tx) => tx.project.count())).toBe(2);
});

it('answers 503 when every connection is taken', async () => {
  const org = await makeOrg(db);
  const cookie = await cookieOf(db, org.owner.userId!);
  const held = await Promise.all(Array.from({ length: 10 }, () => appPool().connect()));
  try {
    const answer = await send('project.create', { org: org.slug, name: 'Later' }, { cookie });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
  } finally {
    for (const client of held) client.release();
  }
});
