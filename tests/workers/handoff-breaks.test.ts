import { replay } from '@domain/run/apply';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelPort, ModelRequest } from '../../server/agents/port';
import { resolveApproval } from '../../server/services/approval/resolve';
import type { Ctx } from '../../server/services/context';
import { forceHandoff } from '../../server/services/run/force-handoff';
import { pauseRun } from '../../server/services/run/pause';
import { resumeRun } from '../../server/services/run/resume';
import { sweepRuns } from '../../server/services/run/sweep';
import { testDatabase } from '../support/database';
import { allowHandoffs, handoffManifest, startHandoff } from '../support/handoffs';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
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
  await allowHandoffs(db, org);
});

type Said = { delivery?: unknown; intent: string; to?: string; reason?: string } | 'die';
let answers: Said[] = [];
let requests: ModelRequest[] = [];
const port: ModelPort = {
  call: async (request) => {
    requests.push(structuredClone({ ...request, headers: undefined }));
    const said = answers.shift() ?? { intent: 'none' };
    if (said === 'die') throw new TypeError('the worker dies here');
    const text = JSON.stringify({ delivery: 'A draft', ...said });
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

const WAYS = ['make>check', 'check>make'];
const slots = () => ['make', 'check', 'print'].map((id) => ({ id, agentId: ada }));
type Document = ReturnType<typeof handoffManifest>;
const document = (change: (slot: Document['slots'][number]) => object = () => ({})): object => {
  const manifest = handoffManifest(slots(), WAYS);
  return { ...manifest, slots: manifest.slots.map((slot) => ({ ...slot, ...change(slot) })) };
};
const start = (manifest = document()) => startHandoff(db, org, manifest);
const stateOf = async (runId: string) => replay(await factsOf(db, runId));

/** Makes steps that wait for their next attempt ready at once. */
const hurry = () => db.admin.query(`UPDATE step SET ready_at = now() WHERE status = 'ready'`);

describe('a handoff run that is broken', () => {
  it('goes on after a crash where it was: what was refused stays told, and is paid for once', async () => {
    const runId = await start();
    answers = [{ intent: 'handoff', to: 'print' }, 'die'];
    await work();
    await hurry();
    answers = [
      { intent: 'handoff', to: 'nobody' },
      { intent: 'complete', reason: 'Enough' },
    ];
    await work();
    expect(told(2)).toContain('this team has no way from you to that slot');
    expect(told(3)).toContain('there is no such slot');
    const rejected = (await factsOf(db, runId)).filter(({ type }) => type === 'handoff.rejected');
    expect(rejected).toMatchObject([{ reason: 'no_edge' }, { reason: 'unknown_slot' }]);
    expect(await stateOf(runId)).toMatchObject({
      status: 'completed',
      handoff: { active: 'make', rounds: 0 },
    });
  });

  it('waits for a word when its actor insists, or has no turn left to think again', async () => {
    const insists = await start();
    answers = Array.from({ length: 3 }, () => ({ intent: 'handoff', to: 'make' }));
    await work();
    expect(requests).toHaveLength(3);
    expect(await stateOf(insists)).toMatchObject({ status: 'waiting', totals: { reservedMicros: 0 } });
    const rejected = (await factsOf(db, insists)).filter(({ type }) => type === 'handoff.rejected');
    expect(rejected).toHaveLength(3);
    const once = await start(document(() => ({ maxTurns: 1 })));
    answers = [{ intent: 'handoff', to: 'make' }];
    await work();
    expect(requests).toHaveLength(4);
    expect((await stateOf(once)).steps[0]).toMatchObject({
      status: 'waiting',
      waitingOn: { kind: 'intent' },
    });
  });

  it('takes a delivery by its contract’s schema, and no other', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const runId = await start(document(({ contract }) => ({ contract: { ...contract, schema } })));
    answers = [
      { delivery: { name: 'x' }, intent: 'complete' },
      { delivery: { title: 'x' }, intent: 'complete' },
    ];
    await work();
    expect(requests[0]?.schema?.jsonSchema.properties).toMatchObject({ delivery: schema });
    expect(told(1)).toContain('delivery:');
    const { rows } = await db.admin.query('SELECT value FROM artifact WHERE run_id = $1', [runId]);
    expect(rows).toEqual([{ value: { title: 'x' } }]);
  });

  it('asks people before and after a slot as any other run does, and follows an intent once it is approved', async () => {
    const gates = { make: { after: true }, check: { before: true } } as Record<string, object>;
    const runId = await start(document(({ id }) => (gates[id] ? { approval: gates[id] } : {})));
    const decide = (gateId: string, decision: 'approved' | 'denied', text = '') =>
      resolveApproval(operator, { runId, gateId, decision, text });
    answers = [{ delivery: 'Too short', intent: 'handoff', to: 'check' }];
    await work();
    expect(await stateOf(runId)).toMatchObject({ status: 'waiting', handoff: { active: 'make', rounds: 0 } });
    await decide('g1', 'denied', 'Name your sources');
    answers = [{ delivery: 'With sources', intent: 'handoff', to: 'check' }];
    await work();
    expect(told(1)).toContain('Name your sources');
    expect(told(1)).toContain('Too short');
    await decide('g2', 'approved');
    expect(await stateOf(runId)).toMatchObject({
      status: 'waiting',
      handoff: { active: 'check', rounds: 1 },
    });
    expect(await work()).toBe(0);
    await decide('g3', 'approved');
    answers = [{ intent: 'complete' }];
    await work();
    expect(await stateOf(runId)).toMatchObject({ status: 'completed', reworkRounds: 1 });
  });

  it('has one actor however many people hand over at once', async () => {
    const runId = await start();
    const targets = ['check', 'print', 'make', 'check', 'print', 'check', 'print', 'make'];
    const all = await Promise.allSettled(targets.map((to) => forceHandoff(operator, { runId, to })));
    const done = all.filter(({ status }) => status === 'fulfilled').length;
    const state = await stateOf(runId);
    expect(state.handoff?.rounds).toBe(done);
    expect(state.steps.filter(({ status }) => status === 'ready').map(({ id }) => id)).toEqual([
      state.handoff?.active,
    ]);
    answers = [{ intent: 'complete' }];
    await work();
  });

  it('stands still while it is paused: its patience begins anew when it goes on', async () => {
    const runId = await start();
    const due = async () =>
      (await db.admin.query('SELECT intent_due_at AS due FROM run WHERE id = $1', [runId])).rows[0].due;
    await work();
    expect(await due()).not.toBeNull();
    await pauseRun(operator, { runId });
    expect(await due()).toBeNull();
    await sweepRuns(runtime, 1);
    await resumeRun(operator, { runId });
    expect((await due()).getTime() - Date.now()).toBeGreaterThan(290_000);
    expect(await stateOf(runId)).toMatchObject({ status: 'waiting' });
  });
});
