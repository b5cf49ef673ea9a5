import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { removeCap } from '../../server/services/budget/remove';
import { setCap } from '../../server/services/budget/set';
import { startRun } from '../../server/services/run/start';
import { factsOf } from '../support/journal';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent } from '../support/tenants';
import { ofType } from '../support/till';
import { breaches } from './support/checker';
import { openSite } from './support/site';

const site = await openSite();
const LEAVES = 40;
/** What the model server bills for a call: its tokens at the site's prices, micro-dollars. */
const BILLED = 1_000 + 500 * 2;

afterEach(() => {
  site.model.script(undefined);
  return site.clear();
});

/** A run of that many leaves side by side, and one step that joins them. */
async function fanOut(budgetMicros: number): Promise<string> {
  const agentId = await addAgent(site.db, site.org, 'Leaf', { model: 'fake' });
  const slots = Array.from({ length: LEAVES + 1 }, (_, n) => ({ id: `leaf${n}`, agentId }));
  const manifest = manifestOf('pipeline', slots, { parallelLimit: LEAVES, budgetMicros });
  const teamId = await makeTeam(site.db, site.org, { ...manifest, protocol: { kind: 'fan_out' } });
  const { projectId, owner } = site.org;
  return (await startRun(owner, { projectId, teamId, goal: 'Race', idempotencyKey: newId() })).runId;
}

const bill = () =>
  site.model.script(() => ({
    callDelayMs: 20,
    usage: { prompt_tokens: 1_000, completion_tokens: 500 },
  }));

/** The ceiling of one leaf. */
async function ceilingOfLeaf(): Promise<number> {
  bill();
  await site.worker();
  const runId = await site.run(['only']);
  await site.ended(runId);
  return ofType(await factsOf(site.db, runId), 'model.called')[0]!.ceilingMicros;
}

const rowOf = async (runId: string) =>
  (
    await site.db.admin.query(
      `SELECT status, (spent_micros + unknown_micros)::int AS spent, reserved_micros::int AS reserved FROM run WHERE id = $1`,
      [runId],
    )
  ).rows[0];

describe('F-21 a race for the budget', () => {
  it('lets at most what fits complete, and ends the run budget_exceeded with nothing overspent (T-6, TX-7)', async () => {
    const ceiling = await ceilingOfLeaf();
    // Room for the last reservation of the tenth leaf, when nine have been billed.
    const cap = ceiling + 9 * BILLED + 10;
    await site.worker();
    const runId = await fanOut(cap);
    await site.ended(runId);
    const facts = await factsOf(site.db, runId);
    const done = ofType(facts, 'plan.task.completed').length;
    const row = await rowOf(runId);
    expect(row).toEqual({ status: 'budget_exceeded', spent: done * BILLED, reserved: 0 });
    expect(done).toBe(10);
    expect(row.spent).toBeLessThanOrEqual(cap);
    expect(ofType(facts, 'plan.task.cancelled').every(({ reason }) => reason === 'budget')).toBe(true);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
  }, 60_000);

  it('would spend more than the budget if calls started without a reservation (control)', async () => {
    const ceiling = await ceilingOfLeaf();
    await site.stopWorkers();
    await site.worker('control.reserve');
    const cap = Math.min(ceiling, 10 * BILLED);
    const runId = await fanOut(cap);
    await site.ended(runId);
    expect((await rowOf(runId)).spent).toBeGreaterThan(cap);
  }, 60_000);

  it('holds under a cap that two runs share, whatever order their leaves come in', async () => {
    const ceiling = await ceilingOfLeaf();
    const limitMicros = ceiling + 25 * BILLED;
    const { rows } = await site.db.admin.query(
      'SELECT COALESCE(sum(cost_micros + unknown_micros), 0)::int AS before FROM model_call WHERE org_id = $1',
      [site.org.orgId],
    );
    const cap = { level: 'project', subjectId: site.org.projectId, period: 'month', atLimit: 'end' } as const;
    const { id } = await setCap(site.org.owner, { ...cap, limitMicros: rows[0].before + limitMicros });
    await site.worker();
    const runIds = await Promise.all([fanOut(5_000_000), fanOut(5_000_000)]);
    await site.ended(...runIds);
    await removeCap(site.org.owner, { id });
    const ended = await Promise.all(runIds.map(rowOf));
    expect(ended.reduce((sum, row) => sum + row.spent, 0)).toBeLessThanOrEqual(limitMicros);
    expect(ended.map((row) => row.status)).toContain('budget_exceeded');
    expect(await breaches(site.db, site.model, runIds)).toEqual([]);
  }, 60_000);
});

describe('a worker that dies with money in its hands', () => {
  it('leaves the lost call counted and the rest given back, under the run’s budget and under a cap', async () => {
    bill();
    const cap = { level: 'project', subjectId: site.org.projectId, period: 'month', atLimit: 'end' } as const;
    const { id } = await setCap(site.org.owner, { ...cap, limitMicros: 50_000_000 });
    const taken = async () => {
      const { rows } = await site.db.admin.query(
        `SELECT u.taken_micros::int AS taken, cap_spent(u.org_id, u.cap_id, u.period_start, u.taken_micros)::int AS spent
         FROM cap_use u WHERE u.cap_id = $1`,
        [id],
      );
      return rows[0];
    };
    const before = await taken();
    const point = 'step.after_llm_before_commit';
    const doomed = await site.worker(`stop:${point}`);
    const runId = await site.run(['draft', 'polish']);
    await doomed.reached(point);
    await doomed.kill();
    await site.worker();
    await site.ended(runId);
    const row = await rowOf(runId);
    const lost = ofType(await factsOf(site.db, runId), 'model.settled').find(
      ({ outcome }) => outcome === 'unknown',
    );
    expect(row).toEqual({ status: 'completed', spent: 2 * BILLED + lost!.unknownMicros, reserved: 0 });
    expect(await taken()).toEqual({ taken: before.taken + row.spent, spent: before.spent + row.spent });
    await removeCap(site.org.owner, { id });
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
  }, 60_000);
});

describe('F-39 a provider that bills ten times the ceiling', () => {
  it('is reported and counted in full, and the run ends', async () => {
    const ceiling = await ceilingOfLeaf();
    site.model.script(() => ({ usage: { prompt_tokens: ceiling * 10, completion_tokens: 0 } }));
    const runId = await site.run(['first', 'second'], { budgetMicros: ceiling * 4 });
    await site.ended(runId);
    const facts = await factsOf(site.db, runId);
    expect(ofType(facts, 'budget.overshot')).toMatchObject([
      { billedMicros: ceiling * 10, ceilingMicros: ceiling },
    ]);
    expect(await rowOf(runId)).toEqual({ status: 'budget_exceeded', spent: ceiling * 10, reserved: 0 });
  }, 60_000);
});
