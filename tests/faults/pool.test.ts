import { answerOf } from '@domain/answer';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { cancelRun } from '../../server/services/run/cancel';
import { breaches } from './support/checker';
import { openSite } from './support/site';
import { comesTrue } from './support/until';

process.env.TROUPE_POOL_MAX = '2';
const site = await openSite({ proxies: true });
const { postgres: wire } = site.between!;

/** Longer than a transaction waits for its connection. */
const BLOCKED_MS = 6_000;
/** Longer than any statement, lock or transaction may take. */
const STALL_MS = 12_000;

afterEach(async () => {
  wire.heal();
  await site.clear();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const settle = (runs: string[]) =>
  runs.map((runId) => cancelRun(site.org.owner, { runId, reason: 'at once' }));
const some = (n: number) =>
  Promise.all(Array.from({ length: n }, () => site.run(['draft'], { key: newId() })));

/** What is refused is refused as 503, and nothing else is refused. */
function expectUnavailable(settled: PromiseSettledResult<unknown>[]): void {
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.map((error) => answerOf(error, 'trace').status)).toEqual(refused.map(() => 503));
}

/** Each run was cancelled with its audit row or not at all; who was told `cancelled` was told the truth. */
async function expectWhole(
  runs: string[],
  settled: PromiseSettledResult<{ outcome: string }>[],
): Promise<number> {
  const { rows } = await site.db.admin.query(
    `SELECT r.id, r.status, (SELECT count(*)::int FROM audit a WHERE a.target_id = r.id::text AND a.action = 'run.cancelled') AS audited,
       (SELECT count(*)::int FROM fact f WHERE f.run_id = r.id AND f.type = 'run.cancelled') AS facts
     FROM run r WHERE r.id = ANY ($1)`,
    [runs],
  );
  const cancelled = new Set<string>();
  for (const row of rows) {
    const one = row.status === 'cancelled' ? 1 : 0;
    expect({ audited: row.audited, facts: row.facts }).toEqual({ audited: one, facts: one });
    if (one) cancelled.add(row.id);
  }
  settled.forEach((one, at) => {
    if (one.status === 'fulfilled') expect(cancelled.has(runs[at]!)).toBe(true);
  });
  return cancelled.size;
}

const idle = async (): Promise<number> =>
  (
    await site.db.admin.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    )
  ).rows[0].n;

/** I19: after the fault the process serves as before. */
async function expectAlive(): Promise<void> {
  expect(await comesTrue(async () => (await idle()) === 0, 5_000)).toBe(true);
  const runs = await some(5);
  expect((await Promise.all(settle(runs))).map(({ outcome }) => outcome)).toEqual(Array(5).fill('cancelled'));
}

describe('F-12 a pool of two connections', () => {
  it('serves 50 parallel mutations or refuses them as 503, each whole or not at all', async () => {
    const runs = await some(50);
    const settled = await Promise.allSettled(settle(runs));
    expectUnavailable(settled);
    await expectWhole(runs, settled);
    await expectAlive();
  });

  it('an event loop that stood still past every wait leaves nothing half done and no transaction open', async () => {
    const runs = await some(20);
    const all = Promise.allSettled(settle(runs));
    await pause(5);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
    const settled = await all;
    expectUnavailable(settled);
    await expectWhole(runs, settled);
    await expectAlive();
  });

  it('a wire that stands still in the middle of commits ends in 503, never in an answer without a commit', async () => {
    const runs = await some(20);
    const begun = Date.now();
    const all = Promise.allSettled(settle(runs));
    await pause(30);
    wire.pause();
    await pause(STALL_MS);
    wire.heal();
    const settled = await all;
    expect(Date.now() - begun).toBeLessThan(STALL_MS + 15_000);
    expectUnavailable(settled);
    await expectWhole(runs, settled);
    await expectAlive();
  }, 90_000);

  it('control: a cancel whose audit row is lost on the way is found', async () => {
    const runs = await some(2);
    const settled = await Promise.allSettled(settle(runs));
    await site.db.admin.query(
      `SET session_replication_role = replica; DELETE FROM audit WHERE target_id = '${runs[0]}'; RESET session_replication_role`,
    );
    await expect(expectWhole(runs, settled)).rejects.toThrow();
    expect(await breaches(site.db, site.model, runs)).toContainEqual(expect.stringMatching(/^I17 /));
  });
});
