import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { log } from '../../server/log';
import type { Ctx } from '../../server/services/context';
import { forceHandoff } from '../../server/services/run/force-handoff';
import { testDatabase } from '../support/database';
import { allowHandoffs, handoffManifest, startHandoff } from '../support/handoffs';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let operator: Ctx;
let viewer: Ctx;
let manifest: object;
beforeAll(async () => {
  org = await makeOrg(db);
  const ada = await addAgent(db, org, 'Ada');
  operator = await addPerson(db, org, 'operator');
  viewer = await addPerson(db, org, 'viewer');
  await allowHandoffs(db, org);
  const slots = ['make', 'check', 'print'].map((id) => ({ id, agentId: ada }));
  manifest = handoffManifest(slots, ['make>check', 'check>make'], { maxRounds: 3 });
});

let answers: object[] = [];
const port: ModelPort = {
  call: async () => {
    const text = JSON.stringify({ delivery: 'A draft', ...(answers.shift() ?? { intent: 'none' }) });
    return { text, toolCalls: [], finish: 'stop', usage: { inputTokens: 5, outputTokens: 5 } };
  },
};
const work = () => runDry(testRuntime(port));
beforeEach(() => {
  answers = [];
});
const start = () => startHandoff(db, org, manifest);
const row = async (runId: string) =>
  (
    await db.admin.query('SELECT status, reason, reserved_micros::int AS reserved FROM run WHERE id = $1', [
      runId,
    ])
  ).rows[0];
const steps = async (runId: string) =>
  Object.fromEntries(
    (await db.admin.query('SELECT id, status FROM step WHERE run_id = $1', [runId])).rows.map((step) => [
      step.id,
      step.status,
    ]),
  );

describe('a person who forces a handoff', () => {
  it('moves on an actor that said nothing, past every edge, and is audited', async () => {
    const runId = await start();
    await work();
    expect(await row(runId)).toMatchObject({ status: 'waiting' });
    const changed = await forceHandoff(operator, { runId, to: 'print', reason: 'Print it' });
    expect(changed).toMatchObject({ outcome: 'handed_over', status: 'running' });
    expect(await steps(runId)).toEqual({ make: 'completed', check: 'blocked', print: 'ready' });
    answers = [{ intent: 'complete', reason: 'Printed' }];
    expect(await work()).toBe(1);
    expect(await row(runId)).toMatchObject({ status: 'completed' });
    const accepted = (await factsOf(db, runId)).find(({ type }) => type === 'handoff.accepted');
    expect(accepted).toMatchObject({ to: 'print', by: operator.userId, rounds: 1, reason: 'Print it' });
    const { rows } = await db.admin.query(
      `SELECT actor_id FROM audit WHERE target_id = $1 AND action = 'run.handed_over'`,
      [runId],
    );
    expect(rows).toEqual([{ actor_id: operator.userId }]);
  });

  it('stops what the actor works on; its late answer is paid for and changes nothing', async () => {
    const runId = await start();
    let forced = false;
    const slow: ModelPort = {
      call: async (request, options) => {
        if (!forced) await forceHandoff(operator, { runId, to: 'check' });
        forced = true;
        return port.call(request, options);
      },
    };
    answers = [{ intent: 'complete' }, { intent: 'complete', reason: 'By the second' }];
    await runDry(testRuntime(slow));
    const facts = await factsOf(db, runId);
    expect(facts.filter(({ type }) => type === 'handoff.completed')).toMatchObject([
      { stepId: 'check', summary: 'By the second' },
    ]);
    expect(facts.find(({ type }) => type === 'plan.task.cancelled')).toMatchObject({
      stepId: 'make',
      reason: 'handed_over',
    });
    const { rows } = await db.admin.query(
      `SELECT count(*)::int AS open FROM model_call WHERE run_id = $1 AND settled_at IS NULL`,
      [runId],
    );
    expect(rows[0].open).toBe(0);
  });

  it('says that the work is done, once something waits', async () => {
    const runId = await start();
    await expect(forceHandoff(operator, { runId })).rejects.toMatchObject({ reason: 'nothing_delivered' });
    await work();
    expect(await forceHandoff(operator, { runId, reason: 'Good enough' })).toMatchObject({
      outcome: 'finished',
      status: 'completed',
    });
    const done = (await factsOf(db, runId)).find(({ type }) => type === 'handoff.completed');
    expect(done).toMatchObject({ summary: 'Good enough', by: operator.userId });
  });

  it('is refused what cannot be: no right, no such slot, the actor itself, too many rounds, an ended run', async () => {
    const runId = await start();
    await expect(forceHandoff(viewer, { runId, to: 'check' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(forceHandoff(operator, { runId, to: 'x' })).rejects.toMatchObject({
      reason: 'unknown_slot',
    });
    await expect(forceHandoff(operator, { runId, to: 'make' })).rejects.toMatchObject({
      reason: 'to_itself',
    });
    for (const to of ['check', 'print', 'make']) await forceHandoff(operator, { runId, to });
    await expect(forceHandoff(operator, { runId, to: 'check' })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'max_rounds',
    });
    expect(await row(runId)).toMatchObject({ status: 'queued' });
    answers = [{ intent: 'complete' }];
    await work();
    await expect(forceHandoff(operator, { runId, to: 'check' })).rejects.toMatchObject({
      reason: 'run_ended',
    });
  });
});

describe('the log of a handoff run', () => {
  it('has a line of fixed fields for each event: info, or warn for what went against somebody (H-67, H-68, H-69) (intent)', async () => {
    const info = vi.spyOn(log(), 'info');
    const warn = vi.spyOn(log(), 'warn');
    const runId = await start();
    answers = [
      { intent: 'handoff', to: 'print' },
      { intent: 'handoff', to: 'check' },
      { intent: 'handoff', to: 'make' },
      { intent: 'handoff', to: 'check' },
      { intent: 'handoff', to: 'make' },
    ];
    await work();
    const ofRun = (spy: typeof info | typeof warn) =>
      spy.mock.calls.map(([line]) => line as unknown).filter((line) => isOf(line, runId));
    const common = { taskId: runId, traceId: runId, conversationKey: null };
    expect(ofRun(info)).toMatchObject([
      { ...common, eventType: 'start', toRouteId: 'make', status: 'queued' },
      { ...common, eventType: 'handoff', fromRouteId: 'make', toRouteId: 'check', status: 'running' },
      { ...common, eventType: 'handoff', fromRouteId: 'check', toRouteId: 'make' },
      { ...common, eventType: 'handoff', fromRouteId: 'make', toRouteId: 'check' },
    ]);
    expect(ofRun(warn)).toMatchObject([
      { ...common, eventType: 'reject', fromRouteId: 'make', toRouteId: 'print', reason: 'no_edge' },
      { ...common, eventType: 'reject', reason: 'max_rounds', status: 'max_round_exceeded' },
    ]);
    const last = ofRun(warn).at(-1) as { durationMs: number };
    expect(last.durationMs).toBeGreaterThanOrEqual(0);
    vi.restoreAllMocks();
  });

  it('has an error where a step breaks in a way that nobody foresaw (H-70) (intent)', async () => {
    const error = vi.spyOn(log(), 'error');
    const runId = await start();
    let calls = 0;
    const broken: ModelPort = {
      call: async (request, options) => {
        calls += 1;
        if (calls === 1) throw new TypeError('nobody thought of this');
        return port.call(request, options);
      },
    };
    await runDry(testRuntime(broken));
    expect(error.mock.calls.filter(([line]) => isOf(line, runId))).toHaveLength(1);
    vi.restoreAllMocks();
  });
});

const isOf = (line: unknown, runId: string): boolean => JSON.stringify(line)?.includes(runId) ?? false;
