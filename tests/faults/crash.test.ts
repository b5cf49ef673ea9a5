import { afterEach, describe, expect, it } from 'vitest';
import { factsOf } from '../support/journal';
import { breaches } from './support/checker';
import { LEASE_MS, openSite } from './support/site';
import { comesTrue } from './support/until';

const site = await openSite();
const POINT = 'step.after_llm_before_commit';
/** Lease, sweep and the work itself, with room for a loaded machine (ms). */
const RECOVERY_MS = LEASE_MS + 6_000;

afterEach(() => site.clear());

const closed = async (runId: string): Promise<boolean> =>
  (await site.db.admin.query('SELECT FROM run WHERE id = $1 AND closed_at IS NOT NULL', [runId])).rowCount ===
  1;

/** A worker that dies with a model's answer in its hands; the other one has `failpoints`. */
async function dieMidStep(failpoints: string): Promise<string> {
  const doomed = await site.worker(`stop:${POINT}`);
  const runId = await site.run(['draft', 'polish']);
  await doomed.reached(POINT);
  await doomed.kill();
  await site.worker(failpoints);
  return runId;
}

describe('F-01 kill -9 of a worker in the middle of a step', () => {
  it('another worker runs the step again as attempt 2, and the lost call is listed as unknown', async () => {
    const runId = await dieMidStep('');
    expect(await comesTrue(() => closed(runId), RECOVERY_MS)).toBe(true);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    const facts = await factsOf(site.db, runId);
    expect(facts.filter((f) => f.type === 'plan.task.retried')).toMatchObject([
      { attempt: 2, reason: 'crashed' },
    ]);
    expect(facts.filter((f) => f.type === 'model.settled' && f.outcome === 'unknown')).toHaveLength(1);
    expect(site.model.calls.filter((call) => call.trace.run === runId)).toHaveLength(3);
  });

  it('control: without the sweep of lapsed leases the run stands still', async () => {
    const runId = await dieMidStep('control.lapse');
    expect(await comesTrue(() => closed(runId), RECOVERY_MS)).toBe(false);
    expect(await breaches(site.db, site.model, [runId])).toContainEqual(expect.stringMatching(/^I8/));
  });
});

describe('F-04 kill -9 of all workers, then start again', () => {
  async function killAll(failpoints: string): Promise<string[]> {
    const workers = [await site.worker(`stop:${POINT}`), await site.worker(`stop:${POINT}`)];
    const runs = await Promise.all(Array.from({ length: 6 }, () => site.run(['draft', 'polish', 'check?'])));
    await Promise.all(workers.map((worker) => worker.reached(POINT)));
    await site.stopWorkers();
    await site.worker(failpoints);
    return runs;
  }

  it('all runs finish, with no effect twice', async () => {
    const runs = await killAll('');
    await site.ended(...runs);
    expect(await breaches(site.db, site.model, runs)).toEqual([]);
  });

  it('control: without the sweep of lapsed leases some never finish', async () => {
    const runs = await killAll('control.lapse');
    const all = async () => (await Promise.all(runs.map(closed))).every(Boolean);
    expect(await comesTrue(all, RECOVERY_MS)).toBe(false);
  });
});

describe('F-05 FLUSHALL in the middle of runs', () => {
  async function flush(failpoints: string): Promise<string> {
    const runId = await site.run(['draft', 'polish']);
    await site.loseJobsOf(runId, 'draft');
    await site.worker(failpoints);
    return runId;
  }

  it('nothing is lost and the run moves within 15 s', async () => {
    const runId = await flush('');
    expect(await comesTrue(() => closed(runId), 15_000)).toBe(true);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
  });

  it('control: a sweep that does not ring again leaves the run where it is', async () => {
    const runId = await flush('control.ring');
    expect(await comesTrue(() => closed(runId), 5_000)).toBe(false);
  });
});

describe('F-35 two reworks and one crash in one step', () => {
  it('is not failed as crashed: attempts are counted per round', async () => {
    site.model.script((call) =>
      call.trace.step === 'check' && call.trace.round < 3
        ? { text: JSON.stringify({ accept: false, issues: [{ criterion: 'more', text: 'again' }] }) }
        : call.trace.step === 'check'
          ? { text: JSON.stringify({ accept: true, issues: [] }) }
          : undefined,
    );
    const held = site.model.hold({ step: 'draft', round: 2, epoch: 2 });
    const doomed = await site.worker();
    const runId = await site.run(['draft', 'check?']);
    await held.reached;
    await doomed.kill();
    held.release();
    await site.worker();
    await site.ended(runId);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    const facts = await factsOf(site.db, runId);
    expect(facts.at(-2)).toMatchObject({ type: 'run.completed' });
    expect(facts.filter((f) => f.type === 'plan.task.retried')).toHaveLength(1);
  });

  it('control: three crashes in one round do fail it', async () => {
    const runId = await site.run(['draft', 'check?']);
    for (const _ of [1, 2, 3]) {
      const doomed = await site.worker(`stop:${POINT}`);
      await doomed.reached(POINT);
      await doomed.kill();
    }
    await site.worker();
    await site.ended(runId);
    const facts = await factsOf(site.db, runId);
    expect(facts.filter((f) => f.type === 'run.failed')).toMatchObject([
      { reason: 'crashed', stepId: 'draft' },
    ]);
  });
});
