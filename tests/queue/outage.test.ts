import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openConsumer } from '../../server/queue/consume';
import { closeJobQueue, jobQueue, ringStep } from '../../server/queue/enqueue';
import { openJobQueue } from '../../server/queue/job-queue';
import { UnfitStore } from '../../server/queue/redis-client';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { startRedis } from '../support/redis';

const redis = await startRedis();
process.env.REDIS_URL = redis.url;
await testDatabase();
afterAll(() => redis.stop());

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await closeJobQueue();
  await redis.kill();
  await redis.start();
  await admin((client) => client.flushall());
});
const admin = async (work: (client: Redis) => Promise<unknown>) => {
  const client = new Redis(redis.url);
  await work(client);
  client.disconnect();
};

const where = () => ({ kind: 'redis' as const, url: redis.url });
const keep = <T extends { close(): Promise<void> }>(one: T): T => {
  opened.push(one);
  return one;
};

describe('while Redis is down', () => {
  it('a producer fails within 2 s, also one that never was connected', async () => {
    const known = keep(openJobQueue(where()));
    await known.add('canary', { worker: 'w' }, { id: 'first' });
    await redis.kill();
    for (const queue of [known, keep(openJobQueue(where()))]) {
      const begun = Date.now();
      await expect(queue.add('canary', { worker: 'w' }, { id: 'second' })).rejects.toThrow();
      expect(Date.now() - begun).toBeLessThan(2_200);
    }
  });

  it('ringing answers false and never throws, and rings again once Redis is back', async () => {
    const ref = { orgId: randomUUID(), runId: randomUUID(), stepId: 'write', epoch: 0 };
    expect(await ringStep(ref)).toBe(true);
    await redis.kill();
    const begun = Date.now();
    expect(await ringStep({ ...ref, epoch: 1 })).toBe(false);
    expect(Date.now() - begun).toBeLessThan(2_200);
    await redis.start();
    await eventually(async () => expect(await ringStep({ ...ref, epoch: 1 })).toBe(true), 6_000);
    await expect(jobQueue().ping()).resolves.toBeUndefined();
  });

  it('a worker goes on by itself within 10 s of the return', async () => {
    const taken: string[] = [];
    const consumer = keep(openConsumer(where(), async (job) => void taken.push(job.id), 4));
    await consumer.ready;
    await redis.kill();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await redis.start();
    const queue = keep(openJobQueue(where()));
    await queue.add('canary', { worker: 'w' }, { id: 'after' });
    await eventually(() => expect(taken).toEqual(['after']), 10_000);
  });

  it('a worker that starts meanwhile waits, closes cleanly, or begins with the return', async () => {
    await redis.kill();
    const impatient = openConsumer(where(), async () => {}, 4);
    await impatient.close();
    const taken: string[] = [];
    const patient = keep(openConsumer(where(), async (job) => void taken.push(job.id), 4));
    await redis.start();
    await patient.ready;
    await keep(openJobQueue(where())).add('canary', { worker: 'w' }, { id: 'after' });
    await eventually(() => expect(taken).toEqual(['after']), 10_000);
  });

  it('all jobs may be lost without harm to the worker', async () => {
    const taken: string[] = [];
    const consumer = keep(openConsumer(where(), async (job) => void taken.push(job.id), 4));
    await consumer.ready;
    await admin((client) => client.flushall());
    await keep(openJobQueue(where())).add('canary', { worker: 'w' }, { id: 'after' });
    await eventually(() => expect(taken).toEqual(['after']), 10_000);
  });
});

it('a Redis that evicts keys is refused when a worker starts, with what to set', async () => {
  const evicting = await startRedis(['--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru']);
  const consumer = openConsumer({ kind: 'redis', url: evicting.url }, async () => {}, 1);
  await expect(consumer.ready).rejects.toThrow(UnfitStore);
  await expect(consumer.ready).rejects.toThrow(/noeviction/);
  await consumer.close();
  await evicting.stop();
});
