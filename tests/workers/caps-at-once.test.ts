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
    const lock = / AND c\.removed_at IS NULL FOR NO KEY UPDATE;/;
    const restore = await weaken(db, 'caps_follow', lock, ' AND c.removed_at IS NULL;');
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

  it('never wait for each other in a circle: runs of two teams and two agents under caps of every level', async () => {
    const teams = [await pipeline(here.ada, here.bo), await pipeline(here.bo, here.ada)];
    const terms = { period: 'month', limitMicros: 100_000_000, atLimit: 'end' } as const;
    for (const [level, subjectId] of [
      ['agent', here.bo],
      ['team', teams[1]!],
      ['agent', here.ada],
      ['team', teams[0]!],
      ['project', here.org.projectId],
      ['organization', null],
    ] as const)
      await setCap(here.org.owner, { level, subjectId, ...terms });
    const runIds = await Promise.all(Array.from({ length: 60 }, (_, n) => start(teams[n % 2]!)));
    const deadlocks = async () =>
      Number(
        (await db.admin.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'))
          .rows[0].deadlocks,
      );
    const before = await deadlocks();
    // Billed beyond the most now and then: those put their accounts straight in the middle of a run.
    let calls = 0;
    const uneven = testRuntime({ call: async () => answer(calls++ % 5 === 0 ? 200_000 : 1_000) });
    await Promise.all(Array.from({ length: 10 }, () => runDry(uneven)));
    await runDry(uneven);
    expect(new Set(await Promise.all(runIds.map(statusOf)))).toEqual(new Set(['completed']));
    await db.admin.query('SELECT pg_stat_force_next_flush()');
    expect(await deadlocks()).toBe(before);
    const { rows } = await db.admin.query(
      `SELECT c.level, u.taken_micros = (SELECT sum(d.spent_micros) FROM cap_draw d WHERE d.cap_id = c.id) AS same
       FROM cap c JOIN cap_use u ON u.cap_id = c.id WHERE c.org_id = $1`,
      [here.org.orgId],
    );
    expect(rows.every(({ same }) => same)).toBe(true);
  }, 60_000);
});
