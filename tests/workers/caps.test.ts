import { CAP_RETRY_MS } from '@domain/budget/cap';
import { describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { wakeCapped } from '../../server/db/journal/caps';
import { removeCap } from '../../server/services/budget/remove';
import { setCap } from '../../server/services/budget/set';
import { startRun } from '../../server/services/run/start';
import { claimStep } from '../../server/services/step/claim';
import { executeStep } from '../../server/services/step/execute';
import { ledgerBreaches } from '../faults/support/check-ledger';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { answer, billing, ofType, till } from '../support/till';
import { addUnit } from '../support/units';

const db = await testDatabase();
closeEngineAfterwards();
const { here, pipeline, start, statusOf, usage, ceiling } = till(db);

describe('a cap that runs share', () => {
  it('costs a run nothing to know and holds for every level that the run stands on', async () => {
    const unlimited = { limitMicros: 10_000_000 };
    const teamId = await pipeline(here.ada, here.bo);
    const ids: string[] = [];
    for (const [level, subjectId] of [
      ['organization', null],
      ['project', here.org.projectId],
      ['team', teamId],
      ['agent', here.ada],
    ] as const)
      ids.push(
        (await setCap(here.org.owner, { level, subjectId, period: 'month', atLimit: 'end', ...unlimited }))
          .id,
      );
    const runId = await start(teamId);
    await runDry(billing());
    expect(await statusOf(runId)).toBe('completed');
    const uses = [];
    for (const id of ids) uses.push(await usage(id));
    // Ended: what was drawn and not spent has come back.
    expect(uses).toEqual([2_000, 2_000, 2_000, 1_000].map((spent) => ({ taken: spent, spent })));
    expect(await ledgerBreaches(db, runId, await factsOf(db, runId))).toEqual([]);
  });

  it('counts what its period had spent before it was set', async () => {
    await start(await pipeline(here.ada));
    await runDry(billing());
    const { id } = await setCap(here.org.owner, {
      level: 'agent',
      subjectId: here.ada,
      period: 'day',
      limitMicros: 5_000,
      atLimit: 'end',
    });
    expect(await usage(id)).toEqual({ taken: 1_000, spent: 1_000 });
  });

  it('ends the run at the limit with its scope, and leaves other teams alone', async () => {
    const [poor, rich] = [await pipeline(here.ada), await pipeline(here.bo)];
    const cap = {
      level: 'team',
      subjectId: poor,
      period: 'month',
      limitMicros: 100,
      atLimit: 'end',
    } as const;
    await setCap(here.org.owner, cap);
    const [stopped, free] = [await start(poor), await start(rich)];
    await runDry(billing());
    expect([await statusOf(stopped), await statusOf(free)]).toEqual(['budget_exceeded', 'completed']);
    const [fact] = ofType(await factsOf(db, stopped), 'budget.exceeded');
    expect(fact).toMatchObject({ capMicros: 100, spentMicros: 0, scope: { level: 'team', subjectId: poor } });
    expect(ofType(await factsOf(db, stopped), 'model.called')).toEqual([]);
  });

  it('asks at its limit where it says so, and a raise lets the run go on', async () => {
    const teamId = await pipeline(here.ada);
    const cap = { level: 'organization', subjectId: null, period: 'month', atLimit: 'ask' } as const;
    await setCap(here.org.owner, { ...cap, limitMicros: 100 });
    const runId = await start(teamId);
    await runDry(billing());
    expect(await statusOf(runId)).toBe('waiting');
    expect(ofType(await factsOf(db, runId), 'approval.requested')).toMatchObject([{ kind: 'budget' }]);
    await setCap(here.org.owner, { ...cap, limitMicros: 1_000_000 });
    await runDry(billing());
    expect(await statusOf(runId)).toBe('completed');
  });

  it('on a unit holds for the projects at and below it, and for no others', async () => {
    const above = await addUnit(db, here.org, 'above');
    const below = await addUnit(db, here.org, 'below', above);
    const projectId = newId();
    await db.admin.query(
      `INSERT INTO project (org_id, id, slug, name, unit_id) VALUES ($1, $2, 'deep', 'Deep', $3)`,
      [here.org.orgId, projectId, below.id],
    );
    const cap = { level: 'unit', subjectId: above.id, period: 'day', atLimit: 'end' } as const;
    await setCap(here.org.owner, { ...cap, limitMicros: 10 });
    const teamId = await pipeline(here.ada);
    const input = { projectId, teamId, goal: 'Dig', idempotencyKey: newId() };
    const { runId } = await startRun(here.org.owner, input);
    const elsewhere = await start(teamId);
    await runDry(billing());
    expect([await statusOf(runId), await statusOf(elsewhere)]).toEqual(['budget_exceeded', 'completed']);
    const [fact] = ofType(await factsOf(db, runId), 'budget.exceeded');
    expect(fact).toMatchObject({ scope: { level: 'unit', subjectId: above.id } });
  });

  it('counts a call in the period in which it was opened, also when it is answered in the next', async () => {
    const cap = { level: 'organization', subjectId: null, period: 'day', atLimit: 'end' } as const;
    const { id } = await setCap(here.org.owner, { ...cap, limitMicros: 10_000_000 });
    const runId = await start(await pipeline(here.ada));
    const midnight = async () => {
      for (const [table, column] of [
        ['model_call', 'started_at'],
        ['cap_draw', 'period_start'],
        ['cap_use', 'period_start'],
      ])
        await db.admin.query(
          `UPDATE ${table} SET ${column} = ${column} - interval '1 day' WHERE org_id = $1`,
          [here.org.orgId],
        );
      return answer();
    };
    await runDry(testRuntime({ call: midnight }));
    expect(await statusOf(runId)).toBe('completed');
    const { rows } = await db.admin.query(
      `SELECT (cap_period_start('day', now()) - period_start) = interval '1 day' AS yesterday, taken_micros::int AS taken
       FROM cap_use WHERE cap_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ yesterday: true, taken: 1_000 }]);
  });

  it('lets whoever waited go on when it is taken away', async () => {
    const cap = {
      level: 'agent',
      subjectId: here.ada,
      period: 'month',
      atLimit: 'ask',
      limitMicros: 0,
    } as const;
    const { id } = await setCap(here.org.owner, cap);
    const runId = await start(await pipeline(here.ada));
    await runDry(billing());
    expect(await statusOf(runId)).toBe('waiting');
    await removeCap(here.org.owner, { id });
    await runDry(billing());
    expect(await statusOf(runId)).toBe('completed');
  });

  it('keeps a step waiting while another run holds what it needs, and lets it go on when that comes back', async () => {
    const most = await ceiling();
    const teamId = await pipeline(here.ada);
    await setCap(here.org.owner, {
      level: 'team',
      subjectId: teamId,
      period: 'month',
      limitMicros: Math.round(most * 1.5),
      atLimit: 'end',
    });
    const [first, second] = [await start(teamId), await start(teamId)];
    const at = (runId: string) => ({ orgId: here.org.orgId, runId, stepId: 's0' });
    const claimed = await claimStep(billing(), at(first));
    expect(await claimStep(billing(), at(second))).toBeNull();
    const { rows } = await db.admin.query('SELECT status, budget_blocked FROM step WHERE run_id = $1', [
      second,
    ]);
    expect(rows).toEqual([{ status: 'ready', budget_blocked: true }]);
    await executeStep(billing(), claimed!);
    expect(await statusOf(first)).toBe('completed');
    const later = async () => {
      await runDry(billing());
      return statusOf(second);
    };
    await expect.poll(later).toBe('completed');
  });

  it('lets as many of those who wait try again as there is room for, who came first before the others', async () => {
    const most = await ceiling();
    const teamId = await pipeline(here.ada);
    const cap = { level: 'team', subjectId: teamId, period: 'month', atLimit: 'end' } as const;
    await setCap(here.org.owner, { ...cap, limitMicros: most + 1 });
    const at = (runId: string) => ({ orgId: here.org.orgId, runId, stepId: 's0' });
    const holder = await claimStep(billing(), at(await start(teamId)));
    const waiting = [await start(teamId), await start(teamId), await start(teamId)];
    for (const runId of waiting) expect(await claimStep(billing(), at(runId))).toBeNull();
    const { orgId } = here.org;
    expect(await wakeCapped(orgId, CAP_RETRY_MS)).toEqual([]);
    await db.admin.query('UPDATE cap SET limit_micros = $2 WHERE org_id = $1', [orgId, most * 3 + 1]);
    const woken = await wakeCapped(orgId, CAP_RETRY_MS);
    expect(woken.map(({ runId }) => runId).sort()).toEqual(waiting.slice(0, 2).sort());
    await db.admin.query('UPDATE cap SET limit_micros = $2 WHERE org_id = $1', [orgId, most + 1]);
    expect(await wakeCapped(orgId, 0)).toMatchObject([at(waiting[2]!)]);
    await executeStep(billing(), holder!);
    await db.admin.query('UPDATE cap SET limit_micros = 0 WHERE org_id = $1', [orgId]);
    await runDry(billing());
    expect(await Promise.all(waiting.map(statusOf))).toEqual(Array(3).fill('budget_exceeded'));
  });

  it('is warned of once a period, when 80 % are spent, in the run that draws next', async () => {
    const most = await ceiling();
    const teamId = await pipeline(here.ada);
    const limitMicros = Math.round(most * 5.6);
    await setCap(here.org.owner, {
      level: 'team',
      subjectId: teamId,
      period: 'month',
      limitMicros,
      atLimit: 'end',
    });
    const runIds: string[] = [];
    for (let n = 0; n < 7; n++) {
      runIds.push(await start(teamId));
      await runDry(billing(Math.floor(most * 0.9)));
    }
    const warned = async () => {
      const facts = await Promise.all(runIds.map((runId) => factsOf(db, runId)));
      return facts.map((of) => ofType(of, 'budget.warned').map(({ scope }) => scope?.subjectId));
    };
    await expect.poll(warned).toEqual([[], [], [], [], [], [teamId], []]);
    expect(await Promise.all(runIds.map(statusOf))).toEqual([
      ...Array(6).fill('completed'),
      'budget_exceeded',
    ]);
  });
});

describe('a start', () => {
  it('is refused while all of a cap is spent, also where nothing was in the way before (T-6)', async () => {
    const teamId = await pipeline(here.ada);
    await start(teamId);
    await runDry(billing());
    const cap = { level: 'team', subjectId: teamId, period: 'month', atLimit: 'end' } as const;
    await setCap(here.org.owner, { ...cap, limitMicros: 1_000 });
    await expect(start(teamId)).rejects.toMatchObject({
      code: 'conflict',
      reason: 'budget_exceeded',
      details: { level: 'team' },
    });
    await setCap(here.org.owner, { ...cap, limitMicros: 1_000_000 });
    const runId = await start(teamId);
    await runDry(billing());
    expect(await statusOf(runId)).toBe('completed');
  });
});

describe('a provider', () => {
  it('that bills ten times the ceiling is reported, counted in full under every cap, and stopped (TX-7)', async () => {
    const most = await ceiling();
    const teamId = await pipeline(here.ada, here.bo);
    const limitMicros = most * 4;
    const { id } = await setCap(here.org.owner, {
      level: 'team',
      subjectId: teamId,
      period: 'month',
      limitMicros,
      atLimit: 'end',
    });
    const runId = await start(teamId);
    await runDry(billing(most * 10));
    const facts = await factsOf(db, runId);
    expect(ofType(facts, 'budget.overshot')).toMatchObject([
      { billedMicros: most * 10, ceilingMicros: most },
    ]);
    expect(await statusOf(runId)).toBe('budget_exceeded');
    expect(await usage(id)).toEqual({ taken: most * 10, spent: most * 10 });
    const steps = ofType(facts, 'model.settled').reduce((sum, fact) => sum + fact.costMicros, 0);
    const row = (await db.admin.query('SELECT spent_micros FROM run WHERE id = $1', [runId])).rows[0];
    expect([Number(row.spent_micros), steps]).toEqual([most * 10, most * 10]);
  });
});
