import { replay } from '@domain/run/apply';
import type { BodyOf } from '@domain/run/fact';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { cancelRun } from '../../server/services/run/cancel';
import { startRun } from '../../server/services/run/start';
import { testDatabase } from '../support/database';
import { factsOf, typesOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf, type TestSlot } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
let bo: string;
beforeAll(async () => {
  org = await makeOrg(db);
  [ada, bo] = [await addAgent(db, org, 'Ada'), await addAgent(db, org, 'Bo')];
});

async function start(
  kind: 'pipeline' | 'review_gate',
  slots: TestSlot[],
  goal: string,
  defaults = {},
): Promise<string> {
  const teamId = await makeTeam(db, org, manifestOf(kind, slots, defaults));
  const { runId } = await startRun(org.owner, {
    projectId: org.projectId,
    teamId,
    goal,
    idempotencyKey: newId(),
  });
  return runId;
}

const row = async (runId: string) =>
  (await db.admin.query('SELECT * FROM run WHERE id = $1', [runId])).rows[0];
const only = <T extends string>(facts: { type: string }[], type: T) =>
  facts.filter((fact) => fact.type === type);

/** A model that answers what the function says, call by call. */
const scripted = (answer: (call: number, system: string) => string): ModelPort => {
  let calls = 0;
  return {
    call: async (request) => ({
      text: answer(calls++, request.system),
      toolCalls: [],
      finish: 'stop',
      usage: { inputTokens: 10, outputTokens: 5 },
    }),
  };
};

describe('a pipeline', () => {
  it('runs its slots in order, one after the other, and ends with honest totals (T-39, T-55, T-126)', async () => {
    const runId = await start(
      'pipeline',
      [
        { id: 'draft', agentId: ada },
        { id: 'polish', agentId: bo },
      ],
      'A note about tides',
    );
    await runDry(testRuntime());
    const facts = await factsOf(db, runId);
    expect(typesOf(facts)).toEqual([
      'run.started',
      'team.started',
      'slot.bound',
      'slot.bound',
      'plan.created',
      'plan.task.ready',
      ...['plan.task.started', 'model.called', 'model.settled', 'plan.task.completed', 'plan.task.ready'],
      ...['plan.task.started', 'model.called', 'model.settled', 'plan.task.completed'],
      'team.completed',
      'run.completed',
      'run.closed',
    ]);
    const settled = only(facts, 'model.settled') as unknown as BodyOf<'model.settled'>[];
    const tokens = settled.reduce((sum, fact) => sum + fact.inputTokens + fact.outputTokens, 0);
    expect(only(facts, 'team.completed')).toMatchObject([
      { status: 'completed', totalTokens: tokens, costUsd: 0, reworkRounds: 0 },
    ]);
  });

  it('puts the contract of a slot into the prompt of the next (T-39)', async () => {
    const prompts: string[] = [];
    const port: ModelPort = {
      call: async (request) => {
        prompts.push(request.messages.map((m) => m.text).join('\n'));
        return {
          text: `delivery ${prompts.length}`,
          toolCalls: [],
          finish: 'stop',
          usage: { inputTokens: 1, outputTokens: 1 },
        };
      },
    };
    await start(
      'pipeline',
      [
        { id: 'draft', agentId: ada },
        { id: 'polish', agentId: bo },
      ],
      'Anything',
    );
    await runDry(testRuntime(port));
    expect(prompts[1]).toContain('delivery 1');
  });
});

describe('a review gate', () => {
  const slots = (): TestSlot[] => [
    { id: 'write', agentId: ada },
    { id: 'check', agentId: bo, review: true },
  ];

  it('rejects, reworks and accepts (T-3, T-40, T-56, T-127)', async () => {
    const reject = JSON.stringify({ accept: false, issues: [{ criterion: 'tone', text: 'too dry' }] });
    const accept = JSON.stringify({ accept: true, issues: [] });
    const answers = ['first', reject, 'second', accept];
    const runId = await start('review_gate', slots(), 'A poem');
    await runDry(testRuntime(scripted((call) => answers[call]!)));
    const facts = await factsOf(db, runId);
    expect(only(facts, 'plan.task.rejected')).toMatchObject([
      { executorSlot: 'write', reviewerSlot: 'check', round: 1 },
    ]);
    expect(only(facts, 'plan.task.reopened')).toMatchObject([{ stepId: 'write', round: 2 }]);
    expect(only(facts, 'team.completed')).toMatchObject([{ reworkRounds: 1 }]);
    expect(await row(runId)).toMatchObject({ status: 'completed', rework_rounds: 1 });
  });

  it('fails when the rework is used up, and says so in team.failed (T-48, T-57)', async () => {
    const reject = JSON.stringify({ accept: false, issues: [{ criterion: 'tone', text: 'too dry' }] });
    const runId = await start('review_gate', slots(), 'A poem', { maxRework: 1 });
    await runDry(testRuntime(scripted((call) => (call % 2 ? reject : 'text'))));
    const facts = await factsOf(db, runId);
    expect(only(facts, 'team.failed')).toMatchObject([{ status: 'failed', reason: 'rework_exhausted' }]);
    expect(await row(runId)).toMatchObject({ status: 'failed', reason: 'rework_exhausted' });
  });

  it('never takes an unreadable verdict for an acceptance', async () => {
    const runId = await start('review_gate', slots(), 'A poem');
    await runDry(testRuntime(scripted((call) => (call === 0 ? 'text' : 'looks fine to me'))));
    expect(await row(runId)).toMatchObject({ status: 'failed', reason: 'verdict_invalid' });
    expect(only(await factsOf(db, runId), 'model.called')).toHaveLength(4);
  });
});

describe('the ledger', () => {
  it('agrees with the facts and the run at the end (T-50, T-129)', async () => {
    const { rows } = await db.admin.query(`
      SELECT r.id, r.spent_micros, r.input_tokens, r.output_tokens, sum(m.cost_micros) AS cost, sum(m.input_tokens) AS input, sum(m.output_tokens) AS output
      FROM run r JOIN model_call m ON m.run_id = r.id GROUP BY r.org_id, r.id`);
    expect(rows.length).toBeGreaterThan(0);
    for (const run of rows) {
      expect([Number(run.cost), Number(run.input), Number(run.output)]).toEqual([
        Number(run.spent_micros),
        Number(run.input_tokens),
        Number(run.output_tokens),
      ]);
      const state = replay(await factsOf(db, run.id));
      expect(state.totals.inputTokens).toBe(Number(run.input_tokens));
      expect(state.totals.reservedMicros).toBe(0);
    }
  });
});

describe('a stop', () => {
  it('cancels what has not started and closes with a receipt (T-51)', async () => {
    const runId = await start(
      'pipeline',
      [
        { id: 'draft', agentId: ada },
        { id: 'polish', agentId: bo },
      ],
      'Stop me',
    );
    expect(await cancelRun(org.owner, { runId, reason: 'changed my mind' })).toMatchObject({
      outcome: 'cancelled',
    });
    expect(await cancelRun(org.owner, { runId, reason: '' })).toMatchObject({ outcome: 'already_cancelled' });
    expect(await runDry(testRuntime())).toBe(0);
    const types = typesOf(await factsOf(db, runId));
    expect(types.slice(-5)).toEqual([
      'plan.task.cancelled',
      'plan.task.cancelled',
      'team.failed',
      'run.cancelled',
      'run.closed',
    ]);
  });

  it('stops a running step: its call is aborted, its answer is in the receipt', async () => {
    let asked: () => void = () => {};
    const calling = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { aborted } = await import('../../server/agents/model-error');
    const port: ModelPort = {
      call: (_request, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(aborted()));
          asked();
        }),
    };
    const runId = await start(
      'pipeline',
      [
        { id: 'draft', agentId: ada },
        { id: 'polish', agentId: bo },
      ],
      'Stop me',
    );
    const running = runDry(testRuntime(port));
    await calling;
    await cancelRun(org.owner, { runId, reason: '' });
    await running;
    const facts = await factsOf(db, runId);
    expect(typesOf(facts).slice(-4)).toEqual([
      'run.cancelled',
      'model.settled',
      'step.stopped',
      'run.closed',
    ]);
    const closed = only(facts, 'run.closed')[0] as unknown as BodyOf<'run.closed'>;
    expect(closed.receipt).toMatchObject([{ stepId: 'draft', was: 'running' }]);
    expect(closed.receipt[0]!.stoppedAfterMs).toBeLessThan(1_000);
  });
});
