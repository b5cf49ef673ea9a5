import { afterEach, describe, expect, it } from 'vitest';
import { factsOf } from '../support/journal';
import { breaches } from './support/checker';
import { LEASE_MS, openSite } from './support/site';
import { openTenant } from './support/tenant';
import { comesTrue, until } from './support/until';

const site = await openSite();
const POINT = 'step.after_llm_before_commit';
/** Kill to the end of the work, with three leases one after the other and a loaded machine (ms). */
const DRAINED_MS = 30_000;

afterEach(() => {
  site.model.script(undefined);
  return site.clear();
});

const closed = async (runId: string): Promise<boolean> =>
  (await site.db.admin.query('SELECT FROM run WHERE id = $1 AND closed_at IS NOT NULL', [runId])).rowCount ===
  1;

describe('F-03 two of three workers are killed, and two again later', () => {
  it('the one that is left drains, and a small tenant’s run still goes on', async () => {
    site.model.script(() => ({ callDelayMs: 400 }));
    const small = await openTenant(site);
    const workers = [await site.worker(), await site.worker(), await site.worker()];
    const start = () =>
      Promise.all(Array.from({ length: 20 }, () => site.run(['draft', 'polish', 'check?'])));
    const many = await start();
    await site.model.when(() => site.model.counts().open >= 5);
    await Promise.all([workers[0]!.kill(), workers[1]!.kill()]);
    const second = [await site.worker(), await site.worker()];
    many.push(...(await start()), await small.start());
    await site.model.when(() => site.model.counts().open >= 5);
    await Promise.all(second.map((worker) => worker.kill()));
    await until(async () => (await Promise.all(many.map(closed))).every(Boolean), DRAINED_MS);
    await site.stopWorkers();
    expect(await breaches(site.db, site.model, many)).toEqual([]);
  });

  it('control: without the sweep of lapsed leases what the dead held stays', async () => {
    const doomed = await site.worker(`stop:${POINT}`);
    const runs = [await site.run(['draft']), await site.run(['draft'])];
    await doomed.reached(POINT, 2);
    await doomed.kill();
    await site.worker('control.lapse');
    const all = async () => (await Promise.all(runs.map(closed))).every(Boolean);
    expect(await comesTrue(all, LEASE_MS + 4_000)).toBe(false);
  });
});

describe('F-25 a step that takes its process down each time', () => {
  /** A fleet that is started again whenever a process of it dies, until the run is closed. */
  async function poisoned(starts: number): Promise<{ runId: string; died: number }> {
    const runId = await site.run(['draft', 'polish']);
    let died = 0;
    while (died < starts) {
      // It may die before it has said that it is up.
      const worker = await site.worker(`abort:${POINT}`).catch(() => undefined);
      if (!(await comesTrue(async () => !worker?.alive, LEASE_MS + 8_000))) break;
      died += 1;
    }
    return { runId, died };
  }

  it('is failed as crashed after three starts, and no other run is touched', async () => {
    const { runId, died } = await poisoned(3);
    expect(died).toBe(3);
    await site.worker();
    const other = await site.run(['draft', 'polish']);
    await site.ended(runId, other);
    await site.stopWorkers();
    expect(await breaches(site.db, site.model, [runId, other])).toEqual([]);
    const facts = await factsOf(site.db, runId);
    expect(facts.filter((f) => f.type === 'run.failed')).toMatchObject([
      { reason: 'crashed', stepId: 'draft' },
    ]);
    expect(facts.filter((f) => f.type === 'plan.task.started')).toHaveLength(3);
    expect((await factsOf(site.db, other)).some((f) => f.type === 'run.completed')).toBe(true);
  });

  it('control: two deaths are forgiven, the third start completes it', async () => {
    const { runId } = await poisoned(2);
    await site.worker();
    await site.ended(runId);
    expect((await factsOf(site.db, runId)).some((f) => f.type === 'run.completed')).toBe(true);
  });
});

describe('F-31 a worker is told to stop while it is busy', () => {
  it('claims nothing more, finishes what it is at, exits 0 within 25 s, and leaves no lease behind', async () => {
    const held = site.model.hold({ step: 'draft' });
    const worker = await site.worker();
    const runId = await site.run(['draft', 'polish']);
    await held.reached;
    const begun = Date.now();
    const code = worker.stop();
    const later = await site.run(['draft']);
    held.release();
    expect(await code).toBe(0);
    expect(Date.now() - begun).toBeLessThan(25_000);
    const { rows } = await site.db.admin.query(
      `SELECT count(*) FILTER (WHERE status = 'running')::int AS running,
         count(*) FILTER (WHERE run_id = $1 AND epoch > 0)::int AS claimed FROM step WHERE run_id = ANY ($2)`,
      [later, [runId, later]],
    );
    expect(rows[0]).toEqual({ running: 0, claimed: 0 });
    await site.worker();
    await site.ended(runId, later);
    expect(await breaches(site.db, site.model, [runId, later])).toEqual([]);
    expect((await factsOf(site.db, runId)).some((f) => f.type === 'plan.task.retried')).toBe(false);
  });

  it('control: one that is killed instead leaves its lease, and the call is paid for twice', async () => {
    const held = site.model.hold({ step: 'draft', epoch: 1 });
    const worker = await site.worker();
    const runId = await site.run(['draft']);
    await held.reached;
    await worker.kill();
    held.release();
    await site.worker();
    await site.ended(runId);
    expect((await factsOf(site.db, runId)).filter((f) => f.type === 'plan.task.retried')).toHaveLength(1);
  });
});
