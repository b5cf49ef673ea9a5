import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { env } from '../../server/env';
import { startRun } from '../../server/services/run/start';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { ofType, till } from '../support/till';

const db = await testDatabase();
closeEngineAfterwards();
const { here, pipeline, statusOf } = till(db);

/** An honest provider with the worst of all tokenizers: every byte of a prompt is a token. */
const dense: ModelPort = {
  call: async ({ system, messages }) => ({
    text: 'done',
    toolCalls: [],
    finish: 'stop',
    usage: {
      inputTokens:
        Buffer.byteLength(system + messages.map(({ text }) => text).join('')) + 16 * messages.length,
      outputTokens: 2_048,
    },
  }),
};

/** A goal of that many digits, which the estimate takes for a quarter as many tokens. */
async function spent(budgetMicros: number, digits: number) {
  const teamId = await pipeline(here.ada, here.bo);
  const { runId } = await startRun(here.org.owner, {
    projectId: here.org.projectId,
    teamId,
    goal: '0123456789'.repeat(digits / 10),
    budgetMicros,
    idempotencyKey: newId(),
  });
  await runDry(testRuntime(dense));
  const { rows } = await db.admin.query(
    'SELECT spent_micros + unknown_micros AS spent FROM run WHERE id = $1',
    [runId],
  );
  return { runId, spent: Number(rows[0].spent) };
}

describe('a budget', () => {
  it('is not exceeded by a micro-dollar with an honest provider, however it counts tokens (T-6)', async () => {
    const budgets = fc.integer({ min: 10_000, max: 90_000 });
    const digits = fc.integer({ min: 1, max: 1_900 }).map((tens) => tens * 10);
    await fc.assert(
      fc.asyncProperty(budgets, digits, async (budget, many) => {
        expect((await spent(budget, many)).spent).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 25 },
    );
  });

  it('would be exceeded if the estimate were trusted to the last cent (control)', async () => {
    Object.assign(env(), { TROUPE_FAILPOINTS: 'control.cover' });
    try {
      const budget = 16_000;
      expect((await spent(budget, 16_000)).spent).toBeGreaterThan(budget);
    } finally {
      Object.assign(env(), { TROUPE_FAILPOINTS: '' });
    }
  });

  it('ends the run before a call that it might not cover, with nothing billed for it', async () => {
    const { runId, spent: billed } = await spent(16_000, 16_000);
    expect(await statusOf(runId)).toBe('budget_exceeded');
    expect(billed).toBe(0);
    const facts = await factsOf(db, runId);
    expect(ofType(facts, 'model.settled')).toMatchObject([{ outcome: 'failed', detail: 'budget: not sent' }]);
    const [exceeded] = ofType(facts, 'budget.exceeded');
    expect(exceeded!.neededMicros).toBeGreaterThan(16_000);
  });
});
