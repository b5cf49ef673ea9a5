import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Backend } from '../../server/queue/connection';
import { type Consumer, openConsumer } from '../../server/queue/consume';
import { stepJobId } from '../../server/queue/enqueue';
import { type JobQueue, openJobQueue } from '../../server/queue/job-queue';
import { JOBS, type TakenJob } from '../../server/queue/jobs';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { startRedis } from '../support/redis';

const db = await testDatabase();
const redis = await startRedis();
afterAll(() => redis.stop());

const backends: Backend[] = [
  { kind: 'redis', url: redis.url },
  { kind: 'postgres', url: db.urls.queue },
];

const ref = (epoch = 0, stepId = 'write') => ({ orgId: randomUUID(), runId: randomUUID(), stepId, epoch });

describe.each(backends)('the queue on $kind', (where) => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  const producer = (): JobQueue => {
    const queue = openJobQueue(where);
    open.push(queue);
    return queue;
  };
  const consumer = (take: (job: TakenJob) => Promise<void>, concurrency = 4): Consumer => {
    const one = openConsumer(where, take, concurrency);
    open.push(one);
    return one;
  };

  it('hands a job to a worker once and forgets it', async () => {
    const taken: TakenJob[] = [];
    const queue = producer();
    const mine = ref();
    const id = stepJobId(mine);
    await queue.add('step.advance', mine, { id });
    await queue.add('step.advance', mine, { id });
    await consumer(async (job) => void taken.push(job)).ready;
    await eventually(async () => expect(await queue.has(id)).toBe(false), 5_000);
    expect(taken.map((job) => JOBS['step.advance'].parse(job.payload))).toEqual([mine]);
  });

  it('takes the next ring of a step whose job is at work when it is told to ring again', async () => {
    const queue = producer();
    const mine = ref();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const taken: string[] = [];
    const one = consumer(async (job) => {
      taken.push(job.id);
      await held;
    });
    await queue.add('step.advance', mine, { id: stepJobId(mine) });
    await eventually(() => expect(one.atWork()).toBe(1), 5_000);
    await queue.add('step.advance', mine, { id: stepJobId(mine) });
    await queue.add('step.advance', mine, { id: stepJobId(mine, 7) });
    await eventually(() => expect(one.atWork()).toBe(2), 5_000);
    release();
    expect(taken).toEqual([stepJobId(mine), stepJobId(mine, 7)]);
  });

  it('keeps a delayed job back until it is due', async () => {
    const queue = producer();
    const at: Record<string, number> = {};
    const begun = Date.now();
    await consumer(async (job) => {
      at[job.id] = Date.now() - begun;
    }).ready;
    await queue.add('canary', { worker: 'late' }, { id: 'late', delayMs: 400 });
    await queue.add('canary', { worker: 'soon' }, { id: 'soon' });
    await eventually(() => expect(Object.keys(at)).toEqual(['soon', 'late']), 10_000);
    expect(at.late).toBeGreaterThanOrEqual(390);
  });

  it('runs no more jobs at a time than it may, and closing waits for those at work', async () => {
    const queue = producer();
    let atOnce = 0;
    let most = 0;
    let ended = 0;
    const one = consumer(async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 50));
      atOnce--;
      ended++;
    }, 2);
    await one.ready;
    for (let n = 0; n < 6; n++) await queue.add('canary', { worker: `w${n}` }, { id: `c${n}` });
    await eventually(() => expect(ended).toBeGreaterThanOrEqual(2), 5_000);
    await one.close();
    expect(most).toBe(2);
    expect(atOnce).toBe(0);
  });

  it('loses no other job when one fails', async () => {
    const queue = producer();
    const taken: string[] = [];
    await consumer(async (job) => {
      if (job.id === 'bad' || job.id === 'good') taken.push(job.id);
      if (job.id === 'bad') throw new Error('broken');
    }).ready;
    await queue.add('canary', { worker: 'a' }, { id: 'bad' });
    await queue.add('canary', { worker: 'b' }, { id: 'good' });
    await eventually(() => expect(taken.toSorted()).toEqual(['bad', 'good']), 5_000);
    await eventually(async () => expect(await queue.has('bad')).toBe(false), 5_000);
  });

  it('says that its store answers', async () => {
    await expect(producer().ping()).resolves.toBeUndefined();
  });
});

it('gives step ids of any text a job id without a colon', () => {
  const odd = ['a:b', '__proto__', '🙂', 'x'.repeat(10_000)].map((stepId) => stepJobId(ref(3, stepId)));
  for (const id of odd) expect(id).toMatch(/^step-[0-9a-f]{32}-e3$/);
  expect(new Set(odd).size).toBe(4);
});

it('holds at most four connections of a process on PostgreSQL', async () => {
  const where: Backend = { kind: 'postgres', url: db.urls.queue };
  const queue = openJobQueue(where);
  const one = openConsumer(where, async () => {}, 20);
  await one.ready;
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => queue.add('canary', { worker: `w${n}` }, { id: `conn-${n}` })),
  );
  const { rows } = await db.admin.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND usename = 'troupe_queue'`,
  );
  expect(rows[0].n).toBeLessThanOrEqual(3);
  await one.close();
  await queue.close();
  await eventually(async () => {
    const after = await db.admin.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND usename = 'troupe_queue'`,
    );
    expect(after.rows[0].n).toBe(0);
  }, 5_000);
});
