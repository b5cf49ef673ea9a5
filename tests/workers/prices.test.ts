import { afterEach, describe, expect, it, vi } from 'vitest';
import { resolveApproval } from '../../server/services/approval/resolve';
import { raiseRun } from '../../server/services/run/raise';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { addPerson } from '../support/tenants';
import { answer, billing, ofType, till } from '../support/till';

const db = await testDatabase();
closeEngineAfterwards();
afterEach(() => vi.restoreAllMocks());
const { here, pipeline, start, statusOf, ceiling } = till(db);

const priced = (inputPerMillion: number, from: Date) =>
  db.admin.query(
    `INSERT INTO price (org_id, provider_id, model, effective_from, input_per_million, output_per_million)
     VALUES ($1, $2, 'demo', $3, $4, $4)`,
    [here.org.orgId, here.org.providerId, from, inputPerMillion],
  );
const tool = { id: 't1', name: 'list_team_members', args: {} };

describe('the price of a call', () => {
  it('is the one in force when the call was opened, whatever comes into force while it runs', async () => {
    const real = Date.now;
    let calls = 0;
    const runId = await start(await pipeline(here.ada));
    await runDry(
      testRuntime({
        call: async () => {
          if (calls++ > 0) return answer(1_000);
          await priced(3_000_000, new Date());
          // What is known of an agent is read anew after a second.
          vi.spyOn(Date, 'now').mockImplementation(() => real() + 1_500);
          return { ...answer(1_000), toolCalls: [tool], finish: 'tool_calls' as const };
        },
      }),
    );
    const settled = ofType(await factsOf(db, runId), 'model.settled');
    expect(settled.map(({ costMicros }) => costMicros)).toEqual([1_000, 3_000]);
  });

  it('is not the one that will be in force later', async () => {
    await priced(9_000_000, new Date(Date.now() + 3_600_000));
    const runId = await start(await pipeline(here.ada));
    await runDry(billing());
    expect(ofType(await factsOf(db, runId), 'model.settled')).toMatchObject([{ costMicros: 1_000 }]);
  });
});

describe('a run’s own budget', () => {
  it('is raised while the run waits for more, and the run goes on and is shown with it', async () => {
    const most = await ceiling();
    const runId = await start(await pipeline(here.ada), { budgetMicros: most - 1, atLimit: 'ask' });
    await runDry(billing());
    expect(await statusOf(runId)).toBe('waiting');
    await expect(raiseRun(here.org.owner, { runId, capMicros: 1 })).rejects.toMatchObject({
      reason: 'not_higher',
    });
    expect(await raiseRun(here.org.owner, { runId, capMicros: most })).toMatchObject({ outcome: 'raised' });
    await runDry(billing());
    expect(await statusOf(runId)).toBe('completed');
    const { rows } = await db.admin.query('SELECT cap_micros FROM run WHERE id = $1', [runId]);
    expect(Number(rows[0].cap_micros)).toBe(most);
  });

  it('is granted once more by who approves what the run asks for, in the inbox', async () => {
    const most = await ceiling();
    const budgetMicros = Math.ceil(most * 0.7);
    const runId = await start(await pipeline(here.ada), { budgetMicros, atLimit: 'ask' });
    await runDry(billing());
    const operator = await addPerson(db, here.org, 'operator');
    const decision = { runId, gateId: 'g1', decision: 'approved', text: '' } as const;
    expect(await resolveApproval(operator, decision)).toMatchObject({ outcome: 'approved' });
    await runDry(billing());
    expect(await statusOf(runId)).toBe('completed');
    const raised = ofType(await factsOf(db, runId), 'budget.raised');
    expect(raised).toMatchObject([{ capMicros: budgetMicros * 2, by: operator.userId }]);
  });

  it('ends the run where nobody said otherwise', async () => {
    const runId = await start(await pipeline(here.ada), { budgetMicros: 1 });
    await runDry(billing());
    expect(await statusOf(runId)).toBe('budget_exceeded');
  });
});
