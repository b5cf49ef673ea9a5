import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresBus } from '../../server/live/postgres-bus';
import { openRedisBus } from '../../server/live/redis-bus';
import type { Bus, RunHandlers, RunRef, TextPiece } from '../../server/live/signals';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { testRedisUrl } from '../support/redis';
import { newRun } from './rows';

const db = await testDatabase();
const redisUrl = await testRedisUrl();

const backends = [
  { kind: 'redis', open: () => openRedisBus(redisUrl) },
  { kind: 'postgres', open: () => openPostgresBus(db.urls.queue) },
];

type Heard = {
  nudges: number[];
  pieces: TextPiece[];
  cleared: string[];
  restored: number;
  handlers: RunHandlers;
};
function listener(): Heard {
  const heard: Heard = { nudges: [], pieces: [], cleared: [], restored: 0, handlers: {} as RunHandlers };
  heard.handlers = {
    nudge: (seq) => heard.nudges.push(seq),
    text: (piece) => heard.pieces.push(piece),
    textCleared: (stepId) => heard.cleared.push(stepId),
    restored: () => heard.restored++,
  };
  return heard;
}
const textOf = (pieces: TextPiece[]) => pieces.map((piece) => piece.text).join('');

describe.each(backends)('the bus on $kind', ({ kind, open }) => {
  let near: Bus;
  let far: Bus;
  let ref: RunRef;
  beforeEach(async () => {
    near = open();
    far = open();
    ref = await newRun(db);
  });
  afterEach(async () => {
    await near.close();
    await far.close();
  });
  const write = (text: string, { epoch = 1, offset = 0, stepId = 'write' } = {}) =>
    near.publishText({ ...ref, stepId, epoch, offset, text });

  it('tells another process how far a run has grown, and no other run', async () => {
    const [mine, other] = [listener(), listener()];
    await far.subscribe(ref, mine.handlers).ready;
    await far.subscribe(await newRun(db), other.handlers).ready;
    near.nudge({ ...ref, seq: 3 });
    await eventually(() => expect(mine.nudges).toEqual([3]));
    for (let seq = 4; seq <= 40; seq++) near.nudge({ ...ref, seq });
    await eventually(() => expect(mine.nudges.at(-1)).toBe(40));
    expect(other.nudges).toEqual([]);
  });

  it('does not tell a run of the same id in another organization', async () => {
    const [mine, other] = [listener(), listener()];
    await far.subscribe(ref, mine.handlers).ready;
    await far.subscribe({ ...ref, orgId: (await newRun(db)).orgId }, other.handlers).ready;
    near.nudge({ ...ref, seq: 1 });
    await eventually(() => expect(mine.nudges).toEqual([1]));
    expect(other.nudges).toEqual([]);
  });

  it('carries an abort to every process', async () => {
    const aborts: unknown[] = [];
    const subscription = far.subscribeAborts((abort) => aborts.push(abort));
    await subscription.ready;
    near.abort(ref, 'a:b/"c"', 7);
    await eventually(() => expect(aborts).toEqual([{ ...ref, stepId: 'a:b/"c"', epoch: 7 }]));
    subscription.unsubscribe();
  });

  it('coalesces the text of a step and loses none of it', async () => {
    const mine = listener();
    await far.subscribe(ref, mine.handlers).ready;
    const words = Array.from({ length: 200 }, (_, n) => `word${n} `);
    let offset = 0;
    for (const word of words) {
      write(word, { offset });
      offset += word.length;
      if (words.indexOf(word) === 100) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await eventually(() => expect(textOf(mine.pieces)).toBe(words.join('')));
    expect(mine.pieces.length).toBeLessThan(6);
    let end = 0;
    for (const piece of mine.pieces) {
      expect(piece.offset).toBe(end);
      end += piece.text.length;
    }
  });

  it('keeps what a running step has written for those who join, until it is cleared', async () => {
    const mine = listener();
    await far.subscribe(ref, mine.handlers).ready;
    write('Hello ');
    await eventually(() => expect(textOf(mine.pieces)).toBe('Hello '));
    write('world', { offset: 6 });
    await eventually(() => expect(textOf(mine.pieces)).toBe('Hello world'));
    expect(await far.currentText(ref)).toEqual([
      { stepId: 'write', epoch: 1, offset: 0, text: 'Hello world' },
    ]);
    expect(await far.currentText({ ...ref, orgId: (await newRun(db)).orgId })).toEqual([]);
    near.clearText(ref, 'write', 1);
    await eventually(() => expect(mine.cleared).toEqual(['write']));
    expect(await far.currentText(ref)).toEqual([]);
  });

  it('drops the text of an older epoch, also what another worker still writes', async () => {
    const mine = listener();
    await far.subscribe(ref, mine.handlers).ready;
    write('old', { epoch: 1 });
    await eventually(() => expect(mine.pieces).toHaveLength(1));
    write('new', { epoch: 2 });
    await eventually(() => expect(mine.pieces).toHaveLength(2));
    far.publishText({ ...ref, stepId: 'write', epoch: 1, offset: 3, text: ' late' });
    far.publishText({ ...ref, stepId: 'other', epoch: 1, offset: 0, text: 'mark' });
    await eventually(() => expect(textOf(mine.pieces)).toContain('mark'));
    expect(textOf(mine.pieces)).not.toContain('late');
    near.clearText(ref, 'write', 1);
    far.nudge({ ...ref, seq: 9 });
    await eventually(() => expect(mine.nudges).toEqual([9]));
    expect((await far.currentText(ref)).find((text) => text.stepId === 'write')?.text).toBe('new');
  });

  it('keeps no more than 64 KB of a step, and the newest of it', async () => {
    const mine = listener();
    await far.subscribe(ref, mine.handlers).ready;
    const page = 'y'.repeat(9_999);
    for (let n = 0; n < 12; n++) {
      write(`${n % 10}${page}`, { offset: n * 10_000 });
      await eventually(() => expect(textOf(mine.pieces)).toHaveLength((n + 1) * 10_000));
    }
    const [kept] = await far.currentText(ref);
    expect(kept!.text.length).toBeGreaterThan(20_000);
    expect(kept!.text.length).toBeLessThanOrEqual(65_536);
    expect(kept!.offset + kept!.text.length).toBe(120_000);
    expect(kept!.text.slice(-10_000)).toBe(`1${page}`);
  });

  it('never cuts a character in two', async () => {
    const mine = listener();
    await far.subscribe(ref, mine.handlers).ready;
    write('a\uD83D');
    await eventually(() => expect(textOf(mine.pieces)).toBe('a'));
    write('\uDE42b', { offset: 2 });
    await eventually(() => expect(textOf(mine.pieces)).toBe('a🙂b'));
    expect((await far.currentText(ref))[0]?.text).toBe('a🙂b');
  });

  it('says so when its connection was lost and is back, and hears again', async () => {
    const mine = listener();
    await far.subscribe(ref, mine.handlers).ready;
    if (kind === 'redis') {
      const admin = new Redis(redisUrl);
      await admin.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      admin.disconnect();
    } else {
      await db.admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'troupe-bus' AND datname = current_database()`,
      );
    }
    await eventually(() => expect(mine.restored).toBe(1), 5_000);
    await eventually(() => {
      near.nudge({ ...ref, seq: 5 });
      expect(mine.nudges).toContain(5);
    }, 5_000);
  });

  it('hears nothing once unsubscribed, and one handler that throws disturbs no other', async () => {
    const [gone, stays] = [listener(), listener()];
    const first = far.subscribe(ref, gone.handlers);
    await far.subscribe(ref, {
      ...stays.handlers,
      nudge: () => {
        throw new Error('broken');
      },
    }).ready;
    await far.subscribe(ref, stays.handlers).ready;
    first.unsubscribe();
    first.unsubscribe();
    near.nudge({ ...ref, seq: 1 });
    await eventually(() => expect(stays.nudges).toEqual([1]));
    expect(gone.nudges).toEqual([]);
  });
});

it('keeps no channel of Redis and no connection of PostgreSQL after the last one left', async () => {
  const ref = await newRun(db);
  const [onRedis, onPostgres] = [openRedisBus(redisUrl), openPostgresBus(db.urls.queue)];
  const admin = new Redis(redisUrl);
  const channel = `troupe:run:${ref.orgId}:${ref.runId}`;
  const subscriptions = [onRedis, onPostgres].map((bus) => bus.subscribe(ref, listener().handlers));
  await Promise.all(subscriptions.map((one) => one.ready));
  expect(await admin.pubsub('CHANNELS', channel)).toEqual([channel]);
  for (const one of subscriptions) one.unsubscribe();
  await eventually(async () => expect(await admin.pubsub('CHANNELS', channel)).toEqual([]));
  await onRedis.close();
  await onPostgres.close();
  await eventually(async () => {
    const { rows } = await db.admin.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'troupe-bus'`,
    );
    expect(rows[0].n).toBe(0);
  });
  admin.disconnect();
});

it.each([
  ['Redis', () => openRedisBus('redis://127.0.0.1:1')],
  ['PostgreSQL', () => openPostgresBus('postgresql://troupe_queue@127.0.0.1:1/none')],
])('without its %s it says nothing, hears nothing, and never throws', async (_name, open) => {
  const ref = await newRun(db);
  const bus = open();
  const { ready, unsubscribe } = bus.subscribe(ref, listener().handlers);
  bus.nudge({ ...ref, seq: 1 });
  bus.abort(ref, 'write', 1);
  bus.publishText({ ...ref, stepId: 'write', epoch: 1, offset: 0, text: 'x' });
  bus.clearText(ref, 'write', 1);
  await ready;
  expect(await bus.currentText(ref)).toEqual([]);
  unsubscribe();
  await bus.close();
});
