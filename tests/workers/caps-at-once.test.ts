import { describe, expect, it } from 'vitest';
import { setCap } from '../../server/services/budget/set';
import { claimStep } from '../../server/services/step/claim';
import { weaken } from '../faults/support/weaken';
import { testDatabase } from '../support/database';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { answer, billing, till } from '../support/till';

const db = await testDatabase();
closeEngineAfterwards();
const { here, pipeline, start, statusOf, usage, held, ceiling } = till(db);

describe('many at once', () => {
  /** More than the process has connections: every one of them is at a reservation all the time. */
  const AT_ONCE = 40;

  /** Claims the first step of that many runs at the same time; answers how many were let in. */
  async function race(runs: number, teams: string[]): Promise<number> {
    const started: string[] = [];
    for (let n = 0; n < runs; n += 20) {
      const some = Array.from({ length: Math.min(20, runs - n) }, (_, at) =>
        start(teams[(n + at) % teams.length]!),
      );
      started.push(...(await Promise.all(some)));
    }
    const left = started.map((runId) => ({ orgId: here.org.orgId, runId, stepId: 's0' }));
    let claimed = 0;
    const claimer = async () => {
      for (let next = left.pop(); next; next = left.pop()) if (await claimStep(billing(), next)) claimed += 1;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, claimer));
    return claimed;
  }

  it('never hold more than the cap: 1,000 reservations at once against room for 50, spent over 0', async () => {
    const most = await ceiling();
    const teamId = await pipeline(here.ada);
    const limitMicros = most * 50 + 10;
    const cap = { level: 'team', subjectId: teamId, period: 'month', limitMicros, atLimit: 'end' } as const;
    const { id } = await setCap(here.org.owner, cap);
    const before = await held();
    const claimed = await race(1_000, [teamId]);
    const more = (await held()) - before;
    expect(more).toBeLessThanOrEqual(limitMicros);
    expect((await usage(id)).taken).toBeLessThanOrEqual(limitMicros);
    // A tranche is larger than a call, so fewer runs may hold one; never more.
    expect(claimed).toBeGreaterThan(8);
    expect(claimed).toBeLessThanOrEqual(50);
  }, 120_000);

  it('would hold more than the cap, if they did not take turns at its row (control)', async () => {
    const most = await ceiling();
    // Room between looking and taking, which the lock would close.
    const lock = /( AND c\.removed_at IS NULL) FOR NO KEY UPDATE;([\s\S]*?INTO v_taken FROM "cap_use"[^;]*;)/;
    const restore = await weaken(db, 'caps_follow', lock, '$1;$2 PERFORM pg_sleep(0.25);');
    try {
      const teamId = await pipeline(here.ada);
      const limitMicros = most * 2;
      await setCap(here.org.owner, {
        level: 'team',
        subjectId: teamId,
        period: 'month',
        limitMicros,
        atLimit: 'end',
      });
      const before = await held();
      await race(60, [teamId]);
      expect((await held()) - before).toBeGreaterThan(limitMicros);
    } finally {
      await restore();
    }
  });

  const deadlocks = async (): Promise<number> => {
    await db.admin.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await db.admin.query(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0].deadlocks);
  };

  /** Sixty runs of two teams and two agents at once, under caps of every level that hold for all of them. */
  async function crowd(limitMicros: number): Promise<string[]> {
    const teams = [await pipeline(here.ada, here.bo), await pipeline(here.bo, here.ada)];
    for (const [level, subjectId] of [
      ['agent', here.bo],
      ['team', teams[1]!],
      ['agent', here.ada],
      ['team', teams[0]!],
      ['project', here.org.projectId],
      ['organization', null],
    ] as const)
      await setCap(here.org.owner, { level, subjectId, period: 'month', limitMicros, atLimit: 'end' });
    return Promise.all(Array.from({ length: 60 }, (_, n) => start(teams[n % 2]!)));
  }

  /** How many accounts are not what they should be, all read at one instant. */
  async function offBooks(): Promise<number> {
    const { rows } = await db.admin.query(
      `SELECT (SELECT count(*) FROM run r CROSS JOIN LATERAL (
           SELECT COALESCE(sum(cost_micros), 0) AS cost, COALESCE(sum(unknown_micros), 0) AS unknown,
             COALESCE(sum(input_tokens + output_tokens), 0) AS tokens,
             COALESCE(sum(ceiling_micros) FILTER (WHERE status = 'started'), 0) AS open
           FROM model_call m WHERE m.org_id = r.org_id AND m.run_id = r.id) m
         WHERE r.org_id = $1 AND (r.spent_micros, r.unknown_micros, r.reserved_micros, r.input_tokens + r.output_tokens)
           IS DISTINCT FROM (m.cost, m.unknown, m.open, m.tokens))
       + (SELECT count(*) FROM cap c JOIN cap_use u ON u.org_id = c.org_id AND u.cap_id = c.id CROSS JOIN LATERAL (
           SELECT COALESCE(sum(drawn_micros), 0) AS drawn, bool_and(drawn_micros >= spent_micros + reserved_micros) AS covered
           FROM cap_draw d WHERE d.org_id = c.org_id AND d.cap_id = c.id) d
         WHERE c.org_id = $1 AND (u.taken_micros <> d.drawn OR NOT COALESCE(d.covered, true))) AS off`,
      [here.org.orgId],
    );
    return Number(rows[0].off);
  }

  it('add up at every instant, and never wait for each other in a circle (T-52)', async () => {
    const runIds = await crowd(100_000_000);
    const before = await deadlocks();
    // Billed beyond the ceiling now and then: those put their accounts straight in the middle of a run.
    let calls = 0;
    const uneven = testRuntime({ call: async () => answer(calls++ % 5 === 0 ? 200_000 : 1_000) });
    let busy = true;
    let looks = 0;
    let off = 0;
    const auditor = async () => {
      for (; busy; looks++) off += await offBooks();
    };
    const audited = auditor();
    await Promise.all(Array.from({ length: 10 }, () => runDry(uneven)));
    await runDry(uneven);
    busy = false;
    await audited;
    expect(new Set(await Promise.all(runIds.map(statusOf)))).toEqual(new Set(['completed']));
    expect(await deadlocks()).toBe(before);
    expect(looks).toBeGreaterThan(5);
    expect([off, await offBooks()]).toEqual([0, 0]);
    const { rows } = await db.admin.query(
      `SELECT u.taken_micros = (SELECT sum(d.spent_micros) FROM cap_draw d WHERE d.cap_id = c.id) AS given_back
       FROM cap c JOIN cap_use u ON u.cap_id = c.id WHERE c.org_id = $1`,
      [here.org.orgId],
    );
    expect(rows.map((row) => row.given_back)).toEqual(Array(6).fill(true));
  }, 60_000);

  it('would wait for each other in a circle if each took its caps in an order of its own (control)', async () => {
    const restore = await weaken(
      db,
      'caps_follow',
      /ORDER BY c\.rank, c\.id\s+LOOP/,
      'ORDER BY random() LOOP',
    );
    try {
      const runIds = await crowd(100_000_000);
      const before = await deadlocks();
      const left = runIds.map((runId) => ({ orgId: here.org.orgId, runId, stepId: 's0' }));
      await Promise.allSettled(left.map((candidate) => claimStep(billing(), candidate)));
      expect(await deadlocks()).toBeGreaterThan(before);
    } finally {
      await restore();
    }
  }, 60_000);
});
