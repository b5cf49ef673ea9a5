import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { cancelRun } from '../../server/services/run/cancel';
import { startRun } from '../../server/services/run/start';
import { factsOf } from '../support/journal';
import { addLead, leadTeam, planning } from '../support/leading';
import { addAgent } from '../support/tenants';
import { ofType } from '../support/till';
import { breaches } from './support/checker';
import { LEASE_MS, openSite } from './support/site';
import { comesTrue, until } from './support/until';

const site = await openSite();
const LEADS = 20;
const DRAINED_MS = 60_000;
const CONCURRENCY = { TROUPE_WORKER_CONCURRENCY: '2' };
const plan = planning([
  { id: 'a', agent: 'facts' },
  { id: 'b', agent: 'words', depends_on: ['a'] },
]);
const children = ['lead/delegate/01', 'lead/delegate/02'];

let teamId: string;
beforeAll(async () => {
  const lead = await addLead(site.db, site.org, 'Lea', { model: 'fake' });
  const worker = await addAgent(site.db, site.org, 'Cy', { model: 'fake' });
  const workers = ['facts', 'words'].map((id) => ({ id, agentId: worker }));
  teamId = await leadTeam(site.db, site.org, lead, workers);
});
afterEach(() => {
  site.model.script(undefined);
  return site.clear();
});

/** Leads plan with their first call and join with their second. */
const leading = (callDelayMs = 0) =>
  site.model.script(({ trace: { step, ordinal } }) => ({
    callDelayMs,
    ...(step === 'lead' && ordinal === 1 ? { toolCalls: [plan] } : { text: `by ${step}` }),
  }));
const start = async (): Promise<string> => {
  const input = { projectId: site.org.projectId, teamId, goal: 'Lead', idempotencyKey: newId() };
  return (await startRun(site.org.owner, input)).runId;
};
/** A run that is cancelled once its journal is `index` facts long, or where it ends before. */
async function cancelledAt(index: number): Promise<string> {
  const runId = await start();
  const there = async (): Promise<boolean> => {
    const { rows } = await site.db.admin.query('SELECT seq, closed_at FROM run WHERE id = $1', [runId]);
    return rows[0].seq >= index || rows[0].closed_at !== null;
  };
  await until(there, 30_000, 5);
  await cancelRun(site.org.owner, { runId, reason: 'at an index' });
  return runId;
}
const open = async (runIds: string[]): Promise<number> =>
  (await site.db.admin.query('SELECT FROM run WHERE id = ANY ($1) AND closed_at IS NULL', [runIds]))
    .rowCount ?? 0;
const allOf = (count: number) => Promise.all(Array.from({ length: count }, start));
const callsOf = (step: string) => site.model.calls.filter(({ trace }) => trace.step === step);

describe('F-33 twenty leads that wait for children while two steps may run', () => {
  it('all end: who waits holds no worker', async () => {
    leading(5);
    const runs = await allOf(LEADS);
    await site.worker('', CONCURRENCY);
    await until(async () => (await open(runs)) === 0, DRAINED_MS);
    await site.stopWorkers();
    expect(await breaches(site.db, site.model, runs)).toEqual([]);
    for (const facts of await Promise.all(runs.map((runId) => factsOf(site.db, runId)))) {
      expect(ofType(facts, 'run.completed')).toHaveLength(1);
      expect(ofType(facts, 'delegation.completed').map(({ childId }) => childId)).toEqual(children);
    }
  });

  it('control: none ends where leads keep their worker while they wait', async () => {
    leading(5);
    const runs = await allOf(LEADS);
    await site.worker('control.free_wait', CONCURRENCY);
    expect(await comesTrue(async () => (await open(runs)) < LEADS, 5_000)).toBe(false);
  });
});

describe('F-38 a cancel at every index of a delegating run’s journal', () => {
  it('leaves all of the tree ended, whatever was being made, and nothing starts after it (TX-14)', async () => {
    leading(15);
    await site.worker();
    const whole = await start();
    await site.ended(whole);
    const length = (await factsOf(site.db, whole)).length;
    const runs = await Promise.all(Array.from({ length }, (_, at) => cancelledAt(at + 1)));
    await site.ended(...runs);
    await site.stopWorkers();
    expect(await breaches(site.db, site.model, runs)).toEqual([]);
    const journals = await Promise.all(runs.map((runId) => factsOf(site.db, runId)));
    const stopped = journals.filter((facts) => ofType(facts, 'run.cancelled').length === 1);
    expect(stopped.length).toBeGreaterThan(length / 2);
    expect(stopped.some((facts) => ofType(facts, 'delegation.started').length > 0)).toBe(true);
    const { rows } = await site.db.admin.query(
      `SELECT count(*)::int AS n FROM step WHERE run_id = ANY ($1) AND status IN ('blocked', 'ready', 'running', 'waiting')`,
      [runs],
    );
    expect(rows[0].n).toBe(0);
  });
});

describe('a worker that dies in the middle of a delegation', () => {
  it('before the plan is recorded: it is planned again, and each child made once', async () => {
    leading();
    const point = 'step.after_llm_before_commit';
    const doomed = await site.worker(`stop:${point}`);
    const runId = await start();
    await doomed.reached(point);
    await doomed.kill();
    await site.worker();
    await site.ended(runId);
    await site.stopWorkers();
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    const facts = await factsOf(site.db, runId);
    expect(ofType(facts, 'plan.task.retried')).toMatchObject([{ stepId: 'lead', reason: 'crashed' }]);
    expect(ofType(facts, 'delegation.started').map(({ childId }) => childId)).toEqual(children);
    expect(ofType(facts, 'run.completed')).toHaveLength(1);
  });

  it('while a child works: the child is done again, the lead neither asks again nor is told twice', async () => {
    leading();
    const held = site.model.hold({ step: children[0]!, epoch: 1 });
    const doomed = await site.worker();
    const runId = await start();
    await held.reached;
    const planned = callsOf('lead').length;
    await doomed.kill();
    held.release();
    await site.worker();
    await site.ended(runId);
    await site.stopWorkers();
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    const facts = await factsOf(site.db, runId);
    expect(ofType(facts, 'plan.task.retried')).toMatchObject([{ stepId: children[0], reason: 'crashed' }]);
    expect(ofType(facts, 'delegation.completed').map(({ childId }) => childId)).toEqual(children);
    expect(callsOf('lead').length - planned).toBe(1);
  });

  it('again and again: the child fails as crashed, and the lead is told and goes on (T-44, TX-14)', async () => {
    leading();
    const runId = await start();
    for (const epoch of [1, 2, 3]) {
      const held = site.model.hold({ step: children[0]!, epoch });
      const doomed = await site.worker();
      await held.reached;
      await doomed.kill();
      held.release();
    }
    await site.worker();
    await until(async () => (await open([runId])) === 0, LEASE_MS * 4 + 10_000);
    await site.stopWorkers();
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    const facts = await factsOf(site.db, runId);
    expect(ofType(facts, 'delegation.failed')).toMatchObject([
      { childId: children[0], reason: 'crashed' },
      { childId: children[1], reason: 'dependency_failed' },
    ]);
    expect(ofType(facts, 'run.completed')).toHaveLength(1);
  });
});
