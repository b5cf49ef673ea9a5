import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../server/agents/model-error';
import type { ModelPort } from '../../../server/agents/port';
import { setCap } from '../../../server/services/budget/set';
import { forecastRun } from '../../../server/services/cost/forecast';
import { listCosts } from '../../../server/services/cost/list';
import { costOfRun } from '../../../server/services/cost/of-run';
import { rollCosts } from '../../../server/services/cost/roll';
import { ledgerBreaches } from '../../faults/support/check-ledger';
import { weaken } from '../../faults/support/weaken';
import { testDatabase } from '../../support/database';
import { factsOf } from '../../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../../support/runtime';
import { makeTeam, manifestOf } from '../../support/teams';
import { addPerson } from '../../support/tenants';
import { answer, billing, till } from '../../support/till';
import { addUnit } from '../../support/units';

const db = await testDatabase();
closeEngineAfterwards();
const { here, pipeline, start, statusOf, usage } = till(db);

type Outcome = { cost: number } | 'lost' | 'refused';

/** Answers each call with the next of these outcomes, then with free ones. */
const playing = (outcomes: Outcome[]): ModelPort => {
  const left = [...outcomes];
  return {
    call: async () => {
      const next = left.shift() ?? { cost: 0 };
      if (next === 'lost') throw new ModelError('bad_answer', 'gone', { retryable: false });
      if (next === 'refused') throw new ModelError('auth', 'no', { retryable: false });
      return answer(next.cost);
    },
  };
};

const OUTCOME: fc.Arbitrary<Outcome> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ cost: fc.integer({ min: 0, max: 9_999 }) }) },
  { weight: 1, arbitrary: fc.constant<Outcome>('lost') },
  { weight: 1, arbitrary: fc.constant<Outcome>('refused') },
);

/** How far every way to add up one run is from the others, micro-dollars: its row, its facts, and each rollup. */
async function drift(runId: string): Promise<number> {
  const tree = await costOfRun(here.org.owner, { runId });
  const { rows } = await db.admin.query('SELECT spent_micros, unknown_micros FROM run WHERE id = $1', [
    runId,
  ]);
  const [cost, unknown] = [Number(rows[0].spent_micros), Number(rows[0].unknown_micros)];
  const sums = (lines: { costMicros: number; unknownMicros: number }[]) => [
    lines.reduce((sum, line) => sum + line.costMicros, 0),
    lines.reduce((sum, line) => sum + line.unknownMicros, 0),
  ];
  const all = [[tree.totals], tree.runs, tree.steps, tree.agents, tree.models].map(sums);
  return all.reduce((far, [c, u]) => far + Math.abs(c! - cost) + Math.abs(u! - unknown), 0);
}

describe('the cost of a run', () => {
  it('is the same to the micro-dollar by run, step, agent and model, in its row and in its journal (T-6, T-52)', async () => {
    const teamId = await pipeline(here.ada, here.bo, here.ada);
    await fc.assert(
      fc.asyncProperty(fc.array(OUTCOME, { minLength: 1, maxLength: 4 }), async (outcomes) => {
        const runId = await start(teamId);
        await runDry(testRuntime(playing(outcomes)));
        expect(await drift(runId)).toBe(0);
        expect(await ledgerBreaches(db, runId, await factsOf(db, runId))).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('would be off if the ledger kept a micro-dollar more than the journal says (control)', async () => {
    const line = "cost_micros = (x->>'costMicros')::bigint";
    const restore = await weaken(db, 'engine_append', line, `${line} + 1`);
    try {
      const runId = await start(await pipeline(here.ada));
      await runDry(billing());
      expect(await drift(runId)).toBeGreaterThan(0);
    } finally {
      await restore();
    }
  });

  it('names its steps, agents, models, approvals and rework, the dearest first (T-114)', async () => {
    const slots = [
      { id: 'work', agentId: here.ada },
      { id: 'check', agentId: here.bo, review: true },
    ];
    const teamId = await makeTeam(db, here.org, manifestOf('review_gate', slots));
    const runId = await start(teamId);
    const said = [
      'draft',
      '{"accept": false, "issues": [{"criterion": "form", "text": "again"}]}',
      'better',
      '{"accept": true, "issues": []}',
    ];
    let calls = 0;
    await runDry(testRuntime({ call: async () => ({ ...answer(1_000 + calls), text: said[calls++]! }) }));
    expect(await statusOf(runId)).toBe('completed');
    const tree = await costOfRun(here.org.owner, { runId });
    expect(tree).toMatchObject({
      rootRunId: runId,
      totals: { calls: 4, costMicros: 4_006, inputTokens: 4_006, unknownMicros: 0 },
      runs: [{ runId, status: 'completed', costMicros: 4_006 }],
      steps: [
        { slotId: 'work', agentId: here.ada, calls: 2, costMicros: 2_002 },
        { slotId: 'check', agentId: here.bo, calls: 2, costMicros: 2_004 },
      ],
      agents: [
        { key: here.bo, label: 'Bo', costMicros: 2_004 },
        { key: here.ada, label: 'Ada', costMicros: 2_002 },
      ],
      models: [{ label: 'demo · Demo', costMicros: 4_006 }],
      approvals: { asked: 0, decided: 0 },
      reworkRounds: 1,
    });
  });

  it('adds up the runs below it, and leaves out those whose project the viewer does not see (T-52, T-114)', async () => {
    const [above, below] = [await start(await pipeline(here.ada)), await start(await pipeline(here.bo))];
    await runDry(billing());
    await db.admin.query('UPDATE run SET root_run_id = $1, parent_run_id = $1 WHERE id = $2', [above, below]);
    const tree = await costOfRun(here.org.owner, { runId: below });
    expect(tree.rootRunId).toBe(above);
    expect(tree.runs.map((run) => [run.runId, run.parentRunId, run.costMicros])).toEqual([
      [above, null, 1_000],
      [below, above, 1_000],
    ]);
    expect(tree.totals.costMicros).toBe(2_000);
    const [mine, theirs] = [await addUnit(db, here.org, 'mine'), await addUnit(db, here.org, 'theirs')];
    const viewer = await addPerson(db, here.org, 'viewer', mine.id);
    await db.admin.query(
      `INSERT INTO project (org_id, id, slug, name, unit_id) VALUES ($1, gen_random_uuid(), 'hidden', 'Hidden', $2)`,
      [here.org.orgId, theirs.id],
    );
    await db.admin.query(
      `UPDATE run SET project_id = (SELECT id FROM project WHERE org_id = $1 AND slug = 'hidden') WHERE id = $2`,
      [here.org.orgId, below],
    );
    const seen = await costOfRun(viewer, { runId: above });
    expect(seen.runs.map((run) => run.runId)).toEqual([above]);
    expect(seen.totals.costMicros).toBe(1_000);
    await expect(costOfRun(viewer, { runId: below })).rejects.toMatchObject({ code: 'not_found' });
    expect((await listCosts(viewer, { by: 'project' })).totals.costMicros).toBe(1_000);
  });
});

describe('costs of a period', () => {
  it('come by day, team, project, agent and model, page by page, and every way adds up to the same', async () => {
    const [first, second] = [await pipeline(here.ada, here.bo), await pipeline(here.ada)];
    for (const teamId of [first, second, second]) await start(teamId);
    await runDry(billing());
    const owner = here.org.owner;
    for (const by of ['day', 'team', 'project', 'agent', 'model'] as const) {
      const whole = await listCosts(owner, { by });
      expect(whole.totals).toMatchObject({ calls: 4, costMicros: 4_000 });
      expect(whole.items.reduce((sum, line) => sum + line.costMicros, 0)).toBe(4_000);
      const one = await listCosts(owner, { by, limit: 1 });
      const rest = one.nextCursor ? await listCosts(owner, { by, cursor: one.nextCursor }) : { items: [] };
      expect([...one.items, ...rest.items]).toEqual(whole.items);
    }
    expect(
      (await listCosts(owner, { by: 'agent' })).items.map(({ label, costMicros }) => [label, costMicros]),
    ).toEqual([
      ['Ada', 3_000],
      ['Bo', 1_000],
    ]);
    expect((await listCosts(owner, { by: 'agent', teamId: second })).totals.costMicros).toBe(2_000);
    const before = await listCosts(owner, { by: 'day', from: '2001-01-01', until: '2001-02-01' });
    expect(before).toMatchObject({ items: [], totals: { calls: 0, costMicros: 0 } });
  });

  it('are the same before, while and after closed runs are added to their days', async () => {
    const teamId = await pipeline(here.ada, here.bo);
    for (let n = 0; n < 12; n++) await start(teamId);
    await runDry(billing());
    const open = await start(teamId);
    const all = async () => {
      const ways = ['day', 'team', 'project', 'agent', 'model'] as const;
      return Promise.all(ways.map((by) => listCosts(here.org.owner, { by })));
    };
    const before = await all();
    expect(before[0]!.totals).toMatchObject({ calls: 24, costMicros: 24_000 });
    let rolling = true;
    const watched = (async () => {
      for (; rolling; ) expect(await all()).toEqual(before);
    })();
    const rolls = await Promise.all([rollCosts(), rollCosts(), rollCosts()]);
    rolling = false;
    await watched;
    expect(rolls.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(12);
    expect(await all()).toEqual(before);
    expect(await rollCosts()).toBe(0);
    await runDry(billing(500));
    expect(await statusOf(open)).toBe('completed');
    expect((await all())[1]!.totals).toMatchObject({ calls: 26, costMicros: 25_000 });
    const { id } = await setCap(here.org.owner, { level: 'team', subjectId: teamId, limitMicros: 99_000 });
    expect((await usage(id)).spent).toBe(25_000);
  });

  it('refuses a period that ends before it begins, or is longer than a year', async () => {
    for (const period of [
      { from: '2026-02-01', until: '2026-01-01' },
      { from: '2020-01-01', until: '2026-01-01' },
    ])
      await expect(listCosts(here.org.owner, { by: 'day', ...period })).rejects.toMatchObject({
        code: 'bad_request',
        reason: 'bad_period',
      });
  });
});

describe('a forecast', () => {
  it('says that there is no history, and then stands on it', async () => {
    const teamId = await pipeline(here.ada);
    const nothing = { version: 1, runs: 0, costMicros: null, durationMs: null };
    expect(await forecastRun(here.org.owner, { teamId })).toEqual(nothing);
    for (const billed of [1_000, 2_000, 9_000]) {
      await start(teamId);
      await runDry(billing(billed));
    }
    const forecast = await forecastRun(here.org.owner, { teamId });
    expect(forecast).toMatchObject({ version: 1, runs: 3, costMicros: { p50: 2_000, p95: 8_300 } });
    expect(forecast.durationMs!.p95).toBeGreaterThanOrEqual(forecast.durationMs!.p50);
    expect(await forecastRun(here.org.owner, { teamId, version: 7 })).toMatchObject({ version: 7, runs: 0 });
  });
});
