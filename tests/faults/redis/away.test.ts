import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { breaches } from '../support/checker';
import { FULL } from '../support/full';
import { LEASE_MS, openSite } from '../support/site';
import { comesTrue, until } from '../support/until';

const site = await openSite({ proxies: true });
const { redis: wire } = site.between!;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long the queue stays away, in ms. */
const OUTAGE_MS = FULL ? 30_000 : 4_000;
const LONG_OUTAGE_MS = FULL ? 300_000 : 30 * LEASE_MS;
const STALL_MS = FULL ? 20_000 : 4_000;
/** Real figures that are promised, in ms. */
const BACK_MS = 10_000;
const EMPTIED_MS = 15_000;
const REQUEST_MS = 2_500;

/** A worker that sweeps once a minute: what it runs before that came to it through the queue. */
const BY_QUEUE_ALONE = { TROUPE_SWEEP_MS: '60000' };

afterEach(async () => {
  wire.heal();
  await site.redis.kill();
  await site.redis.start();
  await site.clear();
});

const statusOf = async (runId: string): Promise<string> =>
  (await site.db.admin.query('SELECT status FROM run WHERE id = $1', [runId])).rows[0].status;
const closed = async (runId: string): Promise<boolean> =>
  (await site.db.admin.query('SELECT FROM run WHERE id = $1 AND closed_at IS NOT NULL', [runId])).rowCount ===
  1;

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const begun = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begun };
}

describe('F-06 Redis is killed and comes back', () => {
  it('starts are taken meanwhile as queued, and a worker that is not wedged takes jobs within 10 s of the return', async () => {
    const worker = await site.worker('', BY_QUEUE_ALONE);
    await site.redis.kill();
    const meanwhile = await timed(() => site.run(['draft']));
    expect(meanwhile.ms).toBeLessThan(REQUEST_MS);
    await pause(OUTAGE_MS);
    expect(await statusOf(meanwhile.value)).toBe('queued');
    await site.redis.start();
    const { ms } = await timed(async () => {
      // A start right after the return may find its connection still closed: then its ring is the sweep's.
      await until(async () => {
        const runId = await site.run(['draft', 'polish']);
        return comesTrue(() => closed(runId), 1_000);
      }, BACK_MS);
    });
    expect(ms).toBeLessThan(BACK_MS);
    expect(worker.alive).toBe(true);
    await site.worker();
    const { rows } = await site.db.admin.query('SELECT id FROM run WHERE status <> $1', ['gone']);
    const runs = rows.map((row) => String(row.id));
    await site.ended(...runs);
    expect(await breaches(site.db, site.model, runs)).toEqual([]);
  });

  it('control: what was started meanwhile stays queued where no sweep rings for it', async () => {
    await site.worker('control.ring', BY_QUEUE_ALONE);
    await site.redis.kill();
    const runId = await site.run(['draft']);
    // Until its ring has been given up.
    await pause(OUTAGE_MS);
    await site.redis.start();
    expect(await comesTrue(() => closed(runId), 5_000)).toBe(false);
  });
});

describe('F-07 Redis comes back with an empty directory', () => {
  async function emptied(failpoints: string): Promise<string> {
    const runId = await site.run(['draft', 'polish']);
    await site.redis.kill();
    site.redis.forget();
    await site.redis.start();
    await site.worker(failpoints);
    return runId;
  }

  it('nothing is lost and the run moves within 15 s', async () => {
    const runId = await emptied('');
    expect(await comesTrue(() => closed(runId), EMPTIED_MS)).toBe(true);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
  });

  it('control: a sweep that does not ring again leaves the run where it is', async () => {
    const runId = await emptied('control.ring');
    expect(await comesTrue(() => closed(runId), 5_000)).toBe(false);
  });
});

describe('F-08 Redis is slow or half open', () => {
  const admin = async (...command: [string, ...string[]]): Promise<void> => {
    const client = new Redis(site.redis.url);
    await client.call(...command);
    client.disconnect();
  };

  it.each<[string, () => void | Promise<void>]>([
    ['a wire on which nothing flows', () => wire.pause()],
    ['a reset of every connection', () => wire.drop()],
    ['an answer that is cut half-way', () => wire.cutAfter(3)],
    ['CLIENT PAUSE', () => admin('CLIENT', 'PAUSE', String(STALL_MS))],
    ['CLIENT KILL TYPE normal', () => admin('CLIENT', 'KILL', 'TYPE', 'normal')],
  ])('no request waits longer than 2 s for %s, and the runs end', async (_what, breakIt) => {
    await site.worker();
    const before = await site.run(['draft', 'polish', 'check?']);
    await breakIt();
    const during = [await timed(() => site.run(['draft'])), await timed(() => site.run(['draft']))];
    for (const { ms } of during) expect(ms).toBeLessThan(REQUEST_MS);
    await pause(STALL_MS);
    wire.heal();
    const runs = [before, ...during.map(({ value }) => value)];
    await site.ended(...runs);
    expect(await breaches(site.db, site.model, runs)).toEqual([]);
  });

  it('control: a client without a limit waits for as long as the wire is still', async () => {
    const client = new Redis(wire.by(site.redis.url));
    await client.ping();
    wire.pause();
    const answer = client.ping().then(() => true);
    expect(await Promise.race([answer, pause(REQUEST_MS).then(() => false)])).toBe(false);
    wire.heal();
    expect(await answer).toBe(true);
    client.disconnect();
  });
});

describe(`F-37 the queue is away for ${LONG_OUTAGE_MS / 1_000} s`, () => {
  it(
    'runs go on: what was started before and during it ends while it lasts',
    async () => {
      await site.worker();
      await site.worker();
      const runs = [await site.run(['draft', 'polish', 'check?'])];
      await site.redis.kill();
      const until = Date.now() + LONG_OUTAGE_MS;
      while (Date.now() < until) {
        const runId = await site.run(['draft', 'polish']);
        runs.push(runId);
        await site.ended(runId);
        await pause(LEASE_MS);
      }
      await site.ended(...runs);
      expect(runs.length).toBeGreaterThan(5);
      expect(await breaches(site.db, site.model, runs)).toEqual([]);
    },
    LONG_OUTAGE_MS + 120_000,
  );

  it('control: workers that take steps from the queue alone do nothing meanwhile', async () => {
    await site.worker('control.spare');
    await site.redis.kill();
    const runId = await site.run(['draft']);
    expect(await comesTrue(() => closed(runId), 5_000)).toBe(false);
  });
});
