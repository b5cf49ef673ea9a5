import { afterEach, describe, expect, it } from 'vitest';
import { isTransient } from '../../server/db/transient';
import { factsOf } from '../support/journal';
import { breaches } from './support/checker';
import { ownPostgres } from './support/own-postgres';
import { openSite } from './support/site';
import { comesTrue } from './support/until';

const postgres = await ownPostgres();
// Longer than the outage: a step whose lease lapses meanwhile is rightly run again.
const LEASE_MS = 8_000;
const site = await openSite({ leaseMs: LEASE_MS });
const POINT = 'step.before_record';
const BACK_MS = 10_000;

afterEach(() => site.clear());

/** PostgreSQL crashes while a worker holds an outcome that is not written yet, and comes back. */
async function crashBeforeRecord(
  failpoints: string,
): Promise<{ runId: string; refused: unknown; ended: boolean }> {
  const worker = await site.worker(`stop:${POINT}${failpoints}`);
  const runId = await site.run(['draft']);
  await worker.reached(POINT);
  await postgres.crash();
  worker.release(POINT);
  const refused = await site.run(['draft'], { key: 'while-down' }).catch((error: unknown) => error);
  await postgres.start();
  const ended = await comesTrue(async () => {
    const { rowCount } = await site.db.admin
      .query('SELECT FROM run WHERE id = $1 AND closed_at IS NOT NULL', [runId])
      .catch(() => ({ rowCount: 0 }));
    return rowCount === 1;
  }, BACK_MS + LEASE_MS);
  return { runId, refused, ended };
}

describe('F-10 PostgreSQL restarts in the middle of a record', () => {
  it('refuses starts while it is away, loses nothing, and the finished call is not asked for again', async () => {
    const { runId, refused, ended } = await crashBeforeRecord('');
    expect(isTransient(refused)).toBe(true);
    const { rows } = await site.db.admin.query(
      `SELECT count(*)::int AS n FROM run WHERE idempotency_key = 'while-down'`,
    );
    expect(rows[0].n).toBe(0);
    expect(ended).toBe(true);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    expect(site.model.calls.filter((call) => call.trace.run === runId)).toHaveLength(1);
    expect((await factsOf(site.db, runId)).some((fact) => fact.type === 'plan.task.retried')).toBe(false);
  });

  it('control: a worker that gives up at once pays for the call twice', async () => {
    const { runId } = await crashBeforeRecord(',control.patience');
    // It stands at the failpoint again and again: another one takes over when the lease is over.
    await site.stopWorkers();
    await site.worker();
    await site.ended(runId);
    expect(site.model.calls.filter((call) => call.trace.run === runId).length).toBeGreaterThan(1);
  });
});
