import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelPort, ModelRequest } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { answerApproval } from '../../server/services/approval/answer';
import { resolveApproval } from '../../server/services/approval/resolve';
import type { Ctx } from '../../server/services/context';
import { startRun } from '../../server/services/run/start';
import { testDatabase } from '../support/database';
import { factsOf, typesOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf, type TestSlot } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
let operator: Ctx;
beforeAll(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
  operator = await addPerson(db, org, 'operator');
});

/** Answers with the next text; keeps every request. `{ask}` asks a person instead. */
let answers: (string | { ask: string })[] = [];
let requests: ModelRequest[] = [];
const port: ModelPort = {
  call: async (request) => {
    requests.push(structuredClone({ ...request, headers: undefined }));
    const next = answers.shift() ?? 'done';
    const usage = { inputTokens: 5, outputTokens: 5 };
    if (typeof next === 'string') return { text: next, toolCalls: [], finish: 'stop', usage };
    const call = { id: `c${requests.length}`, name: 'ask_user', args: { question: next.ask } };
    return { text: '', toolCalls: [call], finish: 'tool_calls', usage };
  },
};
const work = () => runDry(testRuntime(port));
beforeEach(() => {
  answers = [];
  requests = [];
});

type Slots = Omit<TestSlot, 'agentId'>[];
async function start(slots: Slots, kind: 'pipeline' | 'review_gate' = 'pipeline', defaults = {}) {
  const withAgents = slots.map((slot) => ({ ...slot, agentId: ada }));
  const teamId = await makeTeam(db, org, manifestOf(kind, withAgents, defaults));
  const input = { projectId: org.projectId, teamId, goal: 'Gated', idempotencyKey: newId() };
  return (await startRun(org.owner, input)).runId;
}
const row = async (runId: string) =>
  (
    await db.admin.query(
      `SELECT status, reason, reserved_micros::int AS reserved, started_at,
        (SELECT running FROM org_load WHERE org_id = r.org_id) AS running FROM run r WHERE id = $1`,
      [runId],
    )
  ).rows[0];
const steps = async (runId: string) =>
  Object.fromEntries(
    (await db.admin.query('SELECT id, status FROM step WHERE run_id = $1', [runId])).rows.map((step) => [
      step.id,
      step.status,
    ]),
  );
const approve = (runId: string, gateId: string, by = operator) =>
  resolveApproval(by, { runId, gateId, decision: 'approved', text: '' });
const deny = (runId: string, gateId: string, text: string) =>
  resolveApproval(operator, { runId, gateId, decision: 'denied', text });

describe('a slot that waits for approval', () => {
  it('starts only when a person has approved it, and holds nothing while it waits', async () => {
    const runId = await start([{ id: 'a', approval: { before: true } }, { id: 'b' }]);
    expect(await work()).toBe(0);
    expect(await row(runId)).toMatchObject({ status: 'waiting', reserved: 0, running: 0, started_at: null });
    expect(await steps(runId)).toEqual({ a: 'waiting', b: 'blocked' });
    expect(await approve(runId, 'g1')).toMatchObject({ outcome: 'approved', status: 'queued' });
    expect(await work()).toBe(2);
    expect(await row(runId)).toMatchObject({ status: 'completed', running: 0 });
  });

  it('does not start when that is denied: the run ends with the person’s words', async () => {
    const runId = await start([{ id: 'a', approval: { before: true } }]);
    expect(await deny(runId, 'g1', 'Not this week')).toMatchObject({ outcome: 'denied', status: 'failed' });
    expect(await row(runId)).toMatchObject({ status: 'failed', reason: 'approval_denied' });
    const failed = (await factsOf(db, runId)).find((fact) => fact.type === 'plan.task.failed');
    expect(failed).toMatchObject({ detail: 'Not this week' });
  });

  it('keeps its output until a person approves it, and only then lets others use it', async () => {
    const runId = await start([{ id: 'a', approval: { after: true } }, { id: 'b' }]);
    answers = ['first draft', 'second step'];
    expect(await work()).toBe(1);
    expect(await row(runId)).toMatchObject({ status: 'waiting', reserved: 0, running: 0 });
    expect(await steps(runId)).toEqual({ a: 'waiting', b: 'blocked' });
    await approve(runId, 'g1');
    expect(await steps(runId)).toEqual({ a: 'completed', b: 'ready' });
    expect(await work()).toBe(1);
    expect(JSON.stringify(requests[1])).toContain('first draft');
    expect(await row(runId)).toMatchObject({ status: 'completed' });
  });

  it('is reopened with the words of a denial, which counts as rework, and ends when rework is used up', async () => {
    const runId = await start([{ id: 'a', approval: { after: true } }], 'pipeline', { maxRework: 1 });
    answers = ['too short', 'longer'];
    await work();
    expect(await deny(runId, 'g1', 'Name your sources')).toMatchObject({ status: 'running' });
    await work();
    const told = JSON.stringify(requests[1]);
    expect(told).toContain('Name your sources');
    expect(told).toContain('too short');
    const { rows } = await db.admin.query('SELECT rework_rounds FROM run WHERE id = $1', [runId]);
    expect(rows[0].rework_rounds).toBe(1);
    expect(await deny(runId, 'g2', 'Still none')).toMatchObject({ status: 'failed' });
    expect(await row(runId)).toMatchObject({ status: 'failed', reason: 'rework_exhausted' });
  });

  it('asks people although a reviewer has accepted: review gates replace no approval (TX-5)', async () => {
    const accept = JSON.stringify({ accept: true, issues: [] });
    const runId = await start(
      [
        { id: 'work', approval: { after: true } },
        { id: 'review', review: true, approval: { before: true, after: true } },
      ],
      'review_gate',
    );
    answers = ['work', accept];
    await work();
    expect(await steps(runId)).toEqual({ work: 'waiting', review: 'blocked' });
    await approve(runId, 'g1');
    expect(await steps(runId)).toEqual({ work: 'completed', review: 'waiting' });
    expect(await work()).toBe(0);
    await approve(runId, 'g2');
    await work();
    expect(await steps(runId)).toEqual({ work: 'completed', review: 'waiting' });
    expect(await row(runId)).toMatchObject({ status: 'waiting' });
    await approve(runId, 'g3');
    expect(await row(runId)).toMatchObject({ status: 'completed' });
  });

  it('holds a rejecting verdict until a person approves that as well', async () => {
    const reject = JSON.stringify({ accept: false, issues: [{ criterion: 'sources', text: 'none' }] });
    const runId = await start(
      [{ id: 'work' }, { id: 'review', review: true, approval: { after: true } }],
      'review_gate',
    );
    answers = ['work', reject, 'better', JSON.stringify({ accept: true, issues: [] })];
    await work();
    expect(await steps(runId)).toEqual({ work: 'completed', review: 'waiting' });
    await approve(runId, 'g1');
    expect(await steps(runId)).toEqual({ work: 'ready', review: 'blocked' });
    await work();
    await approve(runId, 'g2');
    expect(await row(runId)).toMatchObject({ status: 'completed' });
  });
});

describe('a step that asks a person', () => {
  it('waits without a worker, and goes on in the same attempt with the answer as the tool’s result', async () => {
    const runId = await start([{ id: 'a' }]);
    answers = [{ ask: 'Which colour?' }, 'It is blue'];
    expect(await work()).toBe(1);
    expect(await row(runId)).toMatchObject({ status: 'waiting', reserved: 0, running: 0 });
    await answerApproval(operator, { runId, gateId: 'g1', text: 'Blue, please' });
    expect(await work()).toBe(1);
    expect(requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      callId: 'c1',
      text: 'A person answered:\nBlue, please',
    });
    const facts = await factsOf(db, runId);
    expect(facts.filter((fact) => fact.type === 'plan.task.started')).toMatchObject([
      { attempt: 1, epoch: 1 },
      { attempt: 1, epoch: 2 },
    ]);
    expect(typesOf(facts).slice(-14)).toEqual([
      'model.settled',
      'tool.called',
      'approval.requested',
      'plan.task.waiting',
      'approval.resolved',
      'tool.settled',
      'plan.task.ready',
      'plan.task.started',
      'model.called',
      'model.settled',
      'plan.task.completed',
      'team.completed',
      'run.completed',
      'run.closed',
    ]);
    const { rows } = await db.admin.query('SELECT name, status FROM tool_call WHERE run_id = $1', [runId]);
    expect(rows).toEqual([{ name: 'ask_user', status: 'ok' }]);
  });
});
