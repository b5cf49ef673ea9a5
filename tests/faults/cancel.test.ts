import { afterEach, describe, expect, it } from 'vitest';
import { cancelRun } from '../../server/services/run/cancel';
import { factsOf } from '../support/journal';
import { breaches } from './support/checker';
import { random } from './support/random';
import { openSite } from './support/site';
import { comesTrue } from './support/until';

const site = await openSite();
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
const SEEDS = 200;
/** Promised of a cancel, in ms. */
const LEAVES_MS = 10_000;
const ACKNOWLEDGED_P95_MS = 300;

afterEach(() => {
  site.model.script(undefined);
  return site.clear();
});

const seqOf = async (runId: string): Promise<number> =>
  (await site.db.admin.query('SELECT seq FROM run WHERE id = $1', [runId])).rows[0].seq;
const closed = async (runId: string): Promise<boolean> =>
  (await site.db.admin.query('SELECT FROM run WHERE id = $1 AND closed_at IS NOT NULL', [runId])).rowCount ===
  1;
const p95 = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

/** Cancels the run as soon as its journal is `index` facts long, or where it ends before. Answers the time in ms. */
async function cancelAt(runId: string, index: number): Promise<number> {
  await comesTrue(async () => (await seqOf(runId)) >= index || (await closed(runId)), 20_000);
  const begun = performance.now();
  await cancelRun(site.org.owner, { runId, reason: 'at an index' });
  return performance.now() - begun;
}

describe('F-16 a cancel at every index of a journal', () => {
  it(`leaves all ended within 10 s, and nothing starts after it, in ${SEEDS} of ${SEEDS} seeds (seed ${SEED})`, async () => {
    const chance = random(SEED);
    // Every tenth call fails, so that cancels also meet steps that wait for their next attempt.
    site.model.script((call) => ({
      callDelayMs: Math.floor(chance() * 60),
      ...(call.n % 10 === 0 ? { status: 500 } : {}),
    }));
    await site.worker();
    const shapes = [['draft', 'polish', 'sign'], ['draft', 'check?'], ['only']];
    const [acknowledged, ended]: [number[], number[]] = [[], []];
    const runs: string[] = [];
    const one = async (index: number): Promise<void> => {
      const runId = await site.run(shapes[index % 3]!);
      runs.push(runId);
      acknowledged.push(await cancelAt(runId, 1 + (Math.floor(index / 3) % 24)));
      const begun = performance.now();
      expect(await comesTrue(() => closed(runId), LEAVES_MS)).toBe(true);
      ended.push(performance.now() - begun);
    };
    for (let at = 0; at < SEEDS; at += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, more) => one(at + more)));
    }
    expect(await breaches(site.db, site.model, runs)).toEqual([]);
    const cancelled = (await Promise.all(runs.map((runId) => factsOf(site.db, runId)))).filter((facts) =>
      facts.some((fact) => fact.type === 'run.cancelled'),
    );
    const figures = { acknowledgedP95: p95(acknowledged), endedMax: Math.max(...ended) };
    console.log(JSON.stringify({ seed: SEED, cancelled: cancelled.length, ...figures }));
    expect(cancelled.length).toBeGreaterThan(SEEDS / 4);
    expect(figures.acknowledgedP95).toBeLessThan(ACKNOWLEDGED_P95_MS);
  }, 240_000);

  it('closes the socket of a call that is open, before the model has answered', async () => {
    const held = site.model.hold({ step: 'draft' });
    await site.worker();
    const runId = await site.run(['draft', 'polish']);
    await held.reached;
    await cancelRun(site.org.owner, { runId, reason: '' });
    const call = site.model.calls.find(({ trace }) => trace.run === runId);
    await site.model.when(() => call?.outcome === 'aborted');
    held.release();
    await site.ended(runId);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
  });

  it('control: a worker that starts a step of an ended run is found', async () => {
    const runId = await site.run(['draft']);
    await cancelRun(site.org.owner, { runId, reason: '' });
    const body = { type: 'plan.task.started', stepId: 'draft', round: 1, attempt: 1, epoch: 1, worker: 'w' };
    await site.db.admin.query(
      `INSERT INTO fact (org_id, run_id, seq, type, at, body)
       SELECT org_id, run_id, max(seq) + 1, 'plan.task.started', max(at), $2 FROM fact WHERE run_id = $1 GROUP BY 1, 2`,
      [runId, JSON.stringify(body)],
    );
    expect(await breaches(site.db, site.model, [runId])).toContainEqual(expect.stringMatching(/^I12/));
  });
});
