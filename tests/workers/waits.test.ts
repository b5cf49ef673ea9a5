import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { appendToRun } from '../../server/db/journal/append';
import { env } from '../../server/env';
import { answerApproval } from '../../server/services/approval/answer';
import { resolveApproval } from '../../server/services/approval/resolve';
import type { Ctx } from '../../server/services/context';
import { cancelRun } from '../../server/services/run/cancel';
import { forceHandoff } from '../../server/services/run/force-handoff';
import { pauseRun } from '../../server/services/run/pause';
import { resumeRun } from '../../server/services/run/resume';
import { startRun } from '../../server/services/run/start';
import { sweepRuns } from '../../server/services/run/sweep';
import { claimStep } from '../../server/services/step/claim';
import { scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { allowHandoffs, handoffManifest, startHandoff } from '../support/handoffs';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf, type TestSlot } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
let operator: Ctx;
let swept = 0;
beforeAll(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
  operator = await addPerson(db, org, 'operator');
});
beforeEach(() => {
  swept += 1;
});

async function start(slots: Omit<TestSlot, 'agentId'>[]): Promise<string> {
  const withAgents = slots.map((slot) => ({ ...slot, agentId: ada }));
  const teamId = await makeTeam(db, org, manifestOf('pipeline', withAgents));
  const input = { projectId: org.projectId, teamId, goal: 'Wait', idempotencyKey: newId() };
  return (await startRun(org.owner, input)).runId;
}
const rowOf = async (runId: string) =>
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
const gates = async (runId: string) =>
  (
    await db.admin.query(
      `SELECT gate_id AS id, kind, step_id AS step, state, four_eyes FROM approval WHERE run_id = $1
       ORDER BY gate_id`,
      [runId],
    )
  ).rows;
const reasonOf = (work: Promise<{ outcome: string }>) =>
  work.then(
    ({ outcome }) => outcome,
    (error: { reason?: string }) => error.reason,
  );
const approve = (runId: string, gateId: string, by: Ctx = operator) =>
  resolveApproval(by, { runId, gateId, decision: 'approved', text: '' });
const answer = (runId: string, gateId: string, text: string) =>
  answerApproval(operator, { runId, gateId, text });
const asks = (...questions: string[]) => ({
  tools: questions.map((question) => ({ name: 'ask_user', args: { question } })),
});
const expire = (runId: string) =>
  db.admin.query(`UPDATE approval SET deadline_at = now() - interval '1 second' WHERE run_id = $1`, [runId]);
const sweep = () => sweepRuns(testRuntime(), swept);

describe('the policy of each slot', () => {
  it('stands in a team as it stands alone: what one slot asks for widens or narrows no other’s (T-131)', async () => {
    const runId = await start([
      { id: 'a', approval: { before: true, fourEyes: true } },
      { id: 'b' },
      { id: 'c', approval: { after: true } },
    ]);
    expect(await reasonOf(approve(runId, 'g1', org.owner))).toBe('four_eyes');
    await approve(runId, 'g1');
    expect(await runDry(testRuntime())).toBe(3);
    expect(await steps(runId)).toEqual({ a: 'completed', b: 'completed', c: 'waiting' });
    expect(await reasonOf(approve(runId, 'g2', org.owner))).toBe('approved');
    expect(await rowOf(runId)).toMatchObject({ status: 'completed' });
    expect(await gates(runId)).toMatchObject([
      { id: 'g1', kind: 'before', step: 'a', state: 'approved', four_eyes: true },
      { id: 'g2', kind: 'after', step: 'c', state: 'approved', four_eyes: false },
    ]);
  });
});

describe('four eyes', () => {
  it('control: without them whom the run works for approves their own', async () => {
    const runId = await start([{ id: 'a', approval: { before: true, fourEyes: true } }]);
    Object.assign(env(), { TROUPE_FAILPOINTS: 'control.four-eyes' });
    try {
      expect(await reasonOf(approve(runId, 'g1', org.owner))).toBe('approved');
    } finally {
      Object.assign(env(), { TROUPE_FAILPOINTS: '' });
    }
    await cancelRun(operator, { runId, reason: '' });
  });
});

describe('a question', () => {
  it('is one at a time; a second one in the same answer is refused to the agent', async () => {
    const runId = await start([{ id: 'a' }]);
    const model = scripted({ a: [asks('Which colour?', 'Which size?')] });
    await runDry(testRuntime(model.port));
    expect(await gates(runId)).toMatchObject([{ id: 'g1', kind: 'question', state: 'open' }]);
    await answer(runId, 'g1', 'Blue');
    await runDry(testRuntime(model.port));
    expect(model.told('a')).toEqual([
      'A person answered:\nBlue',
      'Not done: you already wait for something else. Call it again after that.',
    ]);
    expect(await rowOf(runId)).toMatchObject({ status: 'completed' });
  });

  it('is answered once: the same words again change nothing, others are refused', async () => {
    const runId = await start([{ id: 'a' }]);
    await runDry(testRuntime(scripted({ a: [asks('Which colour?')] }).port));
    const both = await Promise.all([
      reasonOf(answer(runId, 'g1', 'Blue')),
      reasonOf(answer(runId, 'g1', 'Red')),
    ]);
    expect([...both].sort()).toEqual(['already_decided', 'answered']);
    const said = both[0] === 'answered' ? 'Blue' : 'Red';
    expect(await reasonOf(answer(runId, 'g1', said))).toBe('already_answered');
    await cancelRun(operator, { runId, reason: '' });
  });

  it('that nobody answers in time ends the run with a reason of its own', async () => {
    const runId = await start([{ id: 'a' }, { id: 'b' }]);
    await runDry(testRuntime(scripted({ a: [asks('Which colour?')] }).port));
    await expire(runId);
    await sweep();
    expect(await rowOf(runId)).toMatchObject({
      status: 'timed_out',
      reason: 'question_timed_out',
      reserved: 0,
    });
    expect(await steps(runId)).toEqual({ a: 'failed', b: 'cancelled' });
    expect(await reasonOf(answer(runId, 'g1', 'Blue'))).toBe('already_decided');
  });

  it('asked while the run is paused in the middle of the call can be answered, and goes on with the resume', async () => {
    const runId = await start([{ id: 'a' }]);
    let paused = false;
    const model = scripted({ a: [asks('Which colour?')] }, async () => {
      if (!paused) await pauseRun(operator, { runId });
      paused = true;
    });
    await runDry(testRuntime(model.port));
    expect(await rowOf(runId)).toMatchObject({ status: 'paused', reserved: 0 });
    expect(await answer(runId, 'g1', 'Blue')).toMatchObject({ status: 'paused' });
    expect(await runDry(testRuntime(model.port))).toBe(0);
    const resumed = await Promise.all([
      reasonOf(resumeRun(operator, { runId })),
      reasonOf(resumeRun(org.owner, { runId })),
    ]);
    expect([...resumed].sort()).toEqual(['already_running', 'resumed']);
    await runDry(testRuntime(model.port));
    expect(model.told('a')).toEqual(['A person answered:\nBlue']);
    expect(await rowOf(runId)).toMatchObject({ status: 'completed' });
  });
});

describe('a person and the clock at the same gate', () => {
  it('have one winner, and the run follows it', async () => {
    for (let round = 0; round < 12; round += 1) {
      const runId = await start([{ id: 'a', approval: { before: true } }]);
      await expire(runId);
      const [, decided] = await Promise.all([sweep(), reasonOf(approve(runId, 'g1'))]);
      const facts = (await factsOf(db, runId)).filter((fact) => fact.type === 'approval.resolved');
      expect(facts).toHaveLength(1);
      const byPerson = facts[0]?.type === 'approval.resolved' && facts[0].decision === 'approved';
      expect(decided).toBe(byPerson ? 'approved' : 'already_decided');
      expect(await rowOf(runId)).toMatchObject({ status: byPerson ? 'queued' : 'timed_out' });
      if (byPerson) await cancelRun(operator, { runId, reason: '' });
    }
  });
});

describe('an effect that a lost worker had begun', () => {
  it('is not done again: the step waits for a person’s word, then the same attempt goes on (F-36)', async () => {
    const runId = await start([{ id: 'a' }]);
    const claimed = await claimStep(testRuntime(), { orgId: org.orgId, runId, stepId: 'a' });
    const at = { stepId: 'a', round: 1, attempt: 1, epoch: claimed?.epoch ?? 0 };
    const begun = { callId: newId(), ordinal: 1, name: 'send_mail', kind: 'effect' as const };
    const ref = { orgId: org.orgId, runId };
    await appendToRun(ref, (draft) => draft.add({ type: 'tool.called', ...at, ...begun }), { leaseMs: 1 });
    await db.admin.query(`UPDATE step SET lease_until = now() - interval '1 second' WHERE run_id = $1`, [
      runId,
    ]);
    await sweep();
    expect(await steps(runId)).toEqual({ a: 'waiting' });
    expect(await rowOf(runId)).toMatchObject({ status: 'waiting', reserved: 0 });
    expect(await gates(runId)).toMatchObject([{ id: 'g1', kind: 'effect', state: 'open' }]);
    await sweep();
    expect(await runDry(testRuntime())).toBe(0);
    await approve(runId, 'g1');
    expect(await steps(runId)).toEqual({ a: 'ready' });
    const facts = await factsOf(db, runId);
    expect(facts.filter((fact) => fact.type === 'tool.called')).toHaveLength(1);
    expect(facts.find((fact) => fact.type === 'tool.settled')).toMatchObject({ outcome: 'ok' });
    expect(facts.some((fact) => fact.type === 'plan.task.retried')).toBe(false);
  });
});

describe('people in a run of a handoff', () => {
  const says = (intent: object) => ({ text: JSON.stringify({ delivery: 'A draft', ...intent }) });

  it('approve what an actor delivers before its turn moves on, or give the turn to another (H-78)', async () => {
    await allowHandoffs(db, org);
    const slots = ['make', 'check'].map((id) => ({ id, agentId: ada, approval: { after: true } }));
    const runId = await startHandoff(db, org, handoffManifest(slots, ['make>check']));
    const { port } = scripted({
      make: [says({ intent: 'handoff', to: 'check' })],
      check: [says({ intent: 'complete', reason: 'Fine' })],
    });
    await runDry(testRuntime(port));
    expect(await steps(runId)).toEqual({ make: 'waiting', check: 'blocked' });
    await approve(runId, 'g1');
    await runDry(testRuntime(port));
    expect(await steps(runId)).toEqual({ make: 'completed', check: 'waiting' });
    await forceHandoff(operator, { runId, to: 'make', reason: 'Once more' });
    expect(await steps(runId)).toEqual({ make: 'ready', check: 'completed' });
    expect(await gates(runId)).toMatchObject([{ state: 'approved' }, { state: 'withdrawn' }]);
    expect(await reasonOf(approve(runId, 'g2'))).toBe('withdrawn');
    await cancelRun(operator, { runId, reason: '' });
  });

  it('whom four eyes bar from approving cannot move the turn on instead', async () => {
    await allowHandoffs(db, org);
    const [make, check] = ['make', 'check'].map((id) => ({ id, agentId: ada }));
    const gated = { ...make!, approval: { after: true, fourEyes: true } };
    const runId = await startHandoff(db, org, handoffManifest([gated, check!], ['make>check']));
    await runDry(testRuntime(scripted({ make: [says({ intent: 'handoff', to: 'check' })] }).port));
    const turn = { runId, to: 'check', reason: '' };
    expect(await reasonOf(forceHandoff(org.owner, turn))).toBe('four_eyes');
    expect(await reasonOf(forceHandoff(operator, turn))).toBe('handed_over');
    await cancelRun(operator, { runId, reason: '' });
  });
});
