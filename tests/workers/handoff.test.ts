import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelPort, ModelRequest } from '../../server/agents/port';
import { appendToRun } from '../../server/db/journal/append';
import { env } from '../../server/env';
import { cancelRun } from '../../server/services/run/cancel';
import { sweepRuns } from '../../server/services/run/sweep';
import { testDatabase } from '../support/database';
import { allowHandoffs, handoffManifest, startHandoff } from '../support/handoffs';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
let ben: string;
beforeAll(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
  ben = await addAgent(db, org, 'Ben');
  await allowHandoffs(db, org);
});

type Said = { delivery?: string; intent: string; to?: string; reason?: string } | string;
let answers: Said[] = [];
let requests: ModelRequest[] = [];
const port: ModelPort = {
  call: async (request) => {
    requests.push(structuredClone({ ...request, headers: undefined }));
    const said = answers.shift() ?? 'silence';
    const text = typeof said === 'string' ? said : JSON.stringify({ delivery: 'A draft', ...said });
    return { text, toolCalls: [], finish: 'stop', usage: { inputTokens: 5, outputTokens: 5 } };
  },
};
const runtime = testRuntime(port);
const work = () => runDry(runtime);
const told = (n: number): string => requests[n]?.messages.map(({ text }) => text).join('\n') ?? '';
beforeEach(() => {
  answers = [];
  requests = [];
});

const two = () => [
  { id: 'make', agentId: ada },
  { id: 'check', agentId: ben },
];
const BOTH = ['make>check', 'check>make'];
const start = (more: Record<string, unknown> = {}, ways = BOTH) =>
  startHandoff(db, org, handoffManifest(two(), ways, more));
const row = async (runId: string) =>
  (
    await db.admin.query(
      'SELECT status, reason, reserved_micros::int AS reserved, intent_due_at AS due, rework_rounds AS rework FROM run WHERE id = $1',
      [runId],
    )
  ).rows[0];
const handoffs = async (runId: string) =>
  (await factsOf(db, runId)).filter(({ type }) => type.startsWith('handoff.'));
const audits = async (runId: string) =>
  (
    await db.admin.query(
      `SELECT actor_kind, actor_id, action, after FROM audit WHERE target_id = $1 AND action LIKE 'handoff.%'`,
      [runId],
    )
  ).rows;

describe('actors on a worker', () => {
  it('fail the review, fix, pass the review and complete: the closed loop (H-89) (intent)', async () => {
    const runId = await start();
    answers = [
      { delivery: 'Without a date', intent: 'handoff', to: 'check', reason: 'Please check' },
      { delivery: 'The date is missing', intent: 'handoff', to: 'make', reason: 'Add the date' },
      { delivery: 'With a date', intent: 'handoff', to: 'check', reason: 'Date added' },
      { delivery: 'All good', intent: 'complete', reason: 'Accepted with its date' },
    ];
    expect(await work()).toBe(4);
    expect(await row(runId)).toMatchObject({ status: 'completed', rework: 0, due: null });
    expect(told(1)).toContain('Without a date');
    expect(told(1)).toContain('Please check');
    expect(told(2)).toContain('Add the date');
    expect(told(2)).toContain('<previous>\nWithout a date\n</previous>');
    const facts = await handoffs(runId);
    expect(facts.map(({ type }) => type)).toEqual([
      ...['handoff.started', 'handoff.accepted', 'handoff.started', 'handoff.accepted'],
      ...['handoff.started', 'handoff.accepted', 'handoff.completed'],
    ]);
    const { rows } = await db.admin.query('SELECT text FROM artifact WHERE run_id = $1 ORDER BY created_at', [
      runId,
    ]);
    expect(rows.map(({ text }) => text)).toEqual([
      ...['Without a date', 'The date is missing', 'With a date', 'All good'],
    ]);
  });

  it('are told of a handoff that they may not make, which is recorded and audited (H-56, H-65, H-66, H-84) (intent)', async () => {
    const runId = await start({}, ['make>check']);
    answers = [
      { intent: 'handoff', to: 'check' },
      { intent: 'handoff', to: 'make' },
      { intent: 'complete', reason: 'Then this is it' },
    ];
    expect(await work()).toBe(2);
    expect(told(2)).toContain('this team has no way from you to that slot');
    const rejected = (await handoffs(runId)).filter(({ type }) => type === 'handoff.rejected');
    expect(rejected).toMatchObject([{ stepId: 'check', to: 'make', reason: 'no_edge' }]);
    expect(await audits(runId)).toEqual([
      {
        actor_kind: 'agent',
        actor_id: ben,
        action: 'handoff.rejected',
        after: { stepId: 'check', to: 'make', reason: 'no_edge' },
      },
    ]);
    expect(await row(runId)).toMatchObject({ status: 'completed' });
  });

  it('wait when nobody can tell what they want, and somebody unreadable moves nothing (H-41, H-61) (intent)', async () => {
    const runId = await start();
    answers = ['talk', 'more talk', 'still talk'];
    expect(await work()).toBe(1);
    expect(told(2)).toContain('Your answer says nothing that can be followed');
    const waiting = await row(runId);
    expect(waiting).toMatchObject({ status: 'waiting', reserved: 0 });
    expect(waiting.due.getTime() - Date.now()).toBeGreaterThan(290_000);
    expect(await handoffs(runId)).toEqual([]);

    await sweepRuns(runtime, 1);
    expect(await row(runId)).toMatchObject({ status: 'waiting' });
    await db.admin.query(`UPDATE run SET intent_due_at = now() - interval '1 second' WHERE id = $1`, [runId]);
    Object.assign(env(), { TROUPE_FAILPOINTS: 'control.silence' });
    await sweepRuns(runtime, 2);
    Object.assign(env(), { TROUPE_FAILPOINTS: '' });
    expect(await row(runId)).toMatchObject({ status: 'waiting' });
    await sweepRuns(runtime, 3);
    expect(await row(runId)).toMatchObject({ status: 'timed_out', reason: 'intent_timeout', due: null });
    expect((await handoffs(runId)).map(({ type }) => type)).toEqual(['handoff.timeout']);
  });

  it('have no clock while one of them works: a lease is no silence (H-41) (intent)', async () => {
    const runId = await start({ intentTimeoutMs: 1_000 });
    answers = [{ intent: 'handoff', to: 'check' }, { intent: 'none' }];
    const dues: unknown[] = [];
    const watched: ModelPort = {
      call: async (request, options) => {
        dues.push((await row(runId)).due);
        return port.call(request, options);
      },
    };
    await runDry(testRuntime(watched));
    expect(dues).toEqual([null, null]);
    expect((await row(runId)).due).not.toBeNull();
  });

  it('end at the thirteenth handoff, and at the fifth bounce of a pair (H-50, H-51, H-85, H-86) (intent)', async () => {
    const bounced = await start();
    answers = Array.from({ length: 9 }, (_, n) => ({ intent: 'handoff', to: n % 2 ? 'make' : 'check' }));
    expect(await work()).toBe(6);
    expect(await row(bounced)).toMatchObject({ status: 'pingpong_exceeded', reason: 'pingpong' });
    const slots = [...two(), { id: 'print', agentId: ada }];
    const ring = ['make>check', 'check>print', 'print>make'];
    const round = await startHandoff(db, org, handoffManifest(slots, ring));
    answers = Array.from({ length: 20 }, (_, n) => ({
      intent: 'handoff',
      to: ['check', 'print', 'make'][n % 3]!,
    }));
    expect(await work()).toBe(13);
    expect(await row(round)).toMatchObject({ status: 'max_round_exceeded', reason: 'max_rounds' });
    const rejected = (await handoffs(round)).at(-1);
    expect(rejected).toMatchObject({ type: 'handoff.rejected', stepId: 'make', to: 'check' });
  });

  it('are interrupted by a stop: the run is cancelled and the model’s socket closed (H-36, H-87) (intent)', async () => {
    const runId = await start();
    let stopped = false;
    const slow: ModelPort = {
      call: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            reject(signal.reason);
          });
          void cancelRun(org.owner, { runId, reason: 'Enough' });
        }),
    };
    await runDry(testRuntime(slow));
    expect(stopped).toBe(true);
    expect(await row(runId)).toMatchObject({ status: 'cancelled' });
  });

  it('may cancel only where their team lets them, else are told (H-36) (intent)', async () => {
    const strict = await start();
    answers = [{ intent: 'cancel', reason: 'Pointless' }, { intent: 'complete' }];
    await work();
    expect(await row(strict)).toMatchObject({ status: 'completed' });
    expect(await audits(strict)).toMatchObject([{ after: { reason: 'may_not_cancel' } }]);
    const free = await start({ actorMayCancel: true });
    answers = [{ intent: 'cancel', reason: 'Pointless' }];
    await work();
    expect(await row(free)).toMatchObject({ status: 'cancelled', reason: 'by_actor' });
    expect(await handoffs(free)).toMatchObject([{ type: 'handoff.cancelled', reason: 'Pointless' }]);
  });

  it('never act out of turn: a stranger’s delivery is fenced (H-29, H-55, H-64) (intent)', async () => {
    const runId = await start();
    answers = [{ intent: 'handoff', to: 'check' }];
    const ref = { orgId: org.orgId, runId };
    const late: ModelPort = {
      call: async (request, options) => {
        if (requests.length === 1) {
          const { outcome } = await appendToRun(
            ref,
            (draft) =>
              draft.add({
                ...{ type: 'plan.task.completed', stepId: 'make', round: 1, attempt: 1, epoch: 1 },
                ...{ preview: '', intent: { kind: 'complete' } },
              }),
            { leaseMs: 1_000 },
          );
          expect(outcome).toBe('refused');
          answers = [{ intent: 'complete' }];
        }
        return port.call(request, options);
      },
    };
    await runDry(testRuntime(late));
    expect(await row(runId)).toMatchObject({ status: 'completed' });
    expect((await handoffs(runId)).at(-1)).toMatchObject({ type: 'handoff.completed', stepId: 'check' });
  });
});
