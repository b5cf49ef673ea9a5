import { replay } from '@domain/run/apply';
import { beforeAll, describe, expect, it } from 'vitest';
import { aborted } from '../../server/agents/model-error';
import type { ModelPort, ModelRequest } from '../../server/agents/port';
import { estimateTokens } from '../../server/agents/tokens';
import { newId } from '../../server/db/ids';
import { loadRun, type Query } from '../../server/db/journal/load';
import { cancelRun } from '../../server/services/run/cancel';
import { startRun } from '../../server/services/run/start';
import { advance } from '../../server/services/step/advance';
import { connect } from '../../server/services/step/connect';
import { pointToModel } from '../faults/support/site';
import { scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { fakeOpenAI } from '../support/fake-openai';
import { factsOf } from '../support/journal';
import { addLead, delegating, leadTeam, planning } from '../support/leading';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeOrg, type TestOrg } from '../support/tenants';
import { ofType } from '../support/till';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let lead: string;
let ada: string;
beforeAll(async () => {
  org = await makeOrg(db);
  lead = await addLead(db, org, 'Lea');
  ada = await addLead(db, org, 'Ada');
});

async function start(teamId: string, more: { budgetMicros?: number } = {}, by = org): Promise<string> {
  const input = { projectId: by.projectId, teamId, goal: 'Launch note', idempotencyKey: newId(), ...more };
  return (await startRun(by.owner, input)).runId;
}
const child = (n: number, below = 'lead') => `${below}/delegate/${String(n).padStart(2, '0')}`;
const row = async (runId: string) =>
  (
    await db.admin.query(
      'SELECT status, reason, reserved_micros::int AS reserved, spent_micros::int AS cost, closed_at IS NOT NULL AS closed FROM run WHERE id = $1',
      [runId],
    )
  ).rows[0];
const stepOf = ({ headers }: ModelRequest) => decodeURIComponent(headers?.['x-troupe-step'] ?? '');
const three = () => [1, 2, 3].map((n) => ({ id: `w${n}`, agentId: ada }));

describe('a lead with workers, whatever model it thinks with', () => {
  it('on the demo model plans a task for each worker and joins what they delivered (T-43, T-58)', async () => {
    const runId = await start(await leadTeam(db, org, lead, three()));
    expect(await runDry(testRuntime())).toBeGreaterThan(0);
    const facts = await factsOf(db, runId);
    expect(await row(runId)).toMatchObject({ status: 'completed', reserved: 0, closed: true });
    expect(ofType(facts, 'delegation.started').map(({ childId, dependsOn }) => [childId, dependsOn])).toEqual(
      [
        [child(1), undefined],
        [child(2), undefined],
        [child(3), [child(1), child(2)]],
      ],
    );
    const { artifactId } = ofType(facts, 'plan.task.completed').at(-1)!;
    const { rows } = await db.admin.query('SELECT text FROM artifact WHERE id = $1', [artifactId]);
    for (const n of [1, 2, 3]) expect(rows[0].text).toContain(`w${n}`);
  });

  it('on an OpenAI-compatible server does the same over the wire, with every call in the ledger (T-44, T-58)', async () => {
    const model = await fakeOpenAI({ textChars: 200 });
    const wired = await makeOrg(db);
    await pointToModel(db, wired, model.url);
    const agent = await addLead(db, wired, 'Lea', { model: 'fake' });
    const plan = planning([
      { id: 'a', agent: 'w1' },
      { id: 'b', agent: 'w2', depends_on: ['a'] },
    ]);
    model.script(({ trace }) =>
      trace.step === 'lead' && trace.ordinal === 1 ? { toolCalls: [plan] } : { text: `by ${trace.step}` },
    );
    const workers = ['w1', 'w2'].map((id) => ({ id, agentId: agent }));
    const runId = await start(await leadTeam(db, wired, agent, workers), {}, wired);
    await runDry(testRuntime(undefined, { connect }));
    await model.close();
    expect(model.calls.map(({ trace }) => trace.step)).toEqual(['lead', child(1), child(2), 'lead']);
    const { messages } = model.calls.at(-1)!.body;
    expect(JSON.stringify(messages)).toContain(`by ${child(2)}`);
    const { rows } = await db.admin.query(
      'SELECT sum(input_tokens)::int AS input, sum(output_tokens)::int AS output, sum(cost_micros)::int AS cost FROM model_call WHERE run_id = $1',
      [runId],
    );
    const { inputTokens, outputTokens } = model.counts();
    expect(rows[0]).toMatchObject({ input: inputTokens, output: outputTokens });
    expect(await row(runId)).toMatchObject({ status: 'completed', cost: rows[0].cost });
  });
});

describe('the limits of a run with children', () => {
  it('let no more of them run at a time than the team allows, four unless it says otherwise (TX-3)', async () => {
    let open = 0;
    let opened: () => void = () => {};
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = scripted({ lead: [{ tools: Array.from({ length: 10 }, () => delegating('w1')) }] });
    const port: ModelPort = {
      call: async (request, options) => {
        if (stepOf(request) !== 'lead') {
          open += 1;
          opened();
          await released;
        }
        return asked.port.call(request, options);
      },
    };
    const runId = await start(await leadTeam(db, org, lead, three()));
    const runtime = testRuntime(port);
    await advance(runtime);
    const jobs: Promise<number>[] = [];
    for (let n = 1; n <= 4; n++) {
      const next = new Promise<void>((resolve) => {
        opened = resolve;
      });
      jobs.push(advance(runtime));
      await next;
    }
    expect(await advance(runtime)).toBe(0);
    expect(open).toBe(4);
    release();
    await Promise.all(jobs);
    await runDry(runtime);
    expect(await row(runId)).toMatchObject({ status: 'completed' });
    expect(open).toBe(10);
  });

  it('count what children spend against the run’s budget, and end the run with them (T-6)', async () => {
    const paid = await makeOrg(db);
    await db.admin.query(
      'UPDATE price SET input_per_million = 1000000, output_per_million = 1000000 WHERE org_id = $1',
      [paid.orgId],
    );
    const agent = await addLead(db, paid, 'Lea');
    const teamId = await leadTeam(db, paid, agent, [{ id: 'w1', agentId: agent }]);
    const first = await start(teamId, { budgetMicros: 5_000_000 }, paid);
    const many = { lead: [{ tools: [delegating('w1'), delegating('w1'), delegating('w1')] }] };
    await runDry(testRuntime(scripted(many).port));
    const before = ofType(await factsOf(db, first), 'model.called');
    const budgetMicros = Math.max(...before.map((call) => call.ceilingMicros));
    const ofChild = before.find(({ stepId }) => stepId === child(1))!.ceilingMicros;
    // The lead leaves room for one child: once that has cost anything, the next does not fit any more.
    const calls = scripted(many);
    const dear: ModelPort = {
      call: async (request, options) => {
        const said = await calls.port.call(request, options);
        const inputTokens = calls.of(child(1)).length === 0 ? budgetMicros - ofChild : 1;
        return { ...said, usage: { inputTokens, outputTokens: 0 } };
      },
    };
    const runId = await start(teamId, { budgetMicros }, paid);
    await runDry(testRuntime(dear));
    const { status, cost } = await row(runId);
    expect(status).toBe('budget_exceeded');
    expect(cost).toBe(budgetMicros - ofChild + 1);
    expect(calls.of(child(1))).toHaveLength(1);
    expect(calls.of(child(2))).toHaveLength(0);
  });
});

describe('what a lead is told of long deliveries', () => {
  it('is shortened so that all of one answer fit into its next call, and names the file that has it whole', async () => {
    const long = { text: 'All about the tides. '.repeat(4_000) };
    const script = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [child(n + 1), [long]]));
    const whole = { name: 'read_files', args: { path: `contracts/w1/${child(1)}.md` } };
    const model = scripted({
      lead: [{ tools: Array.from({ length: 8 }, () => delegating('w1')) }, { tools: [whole] }],
      ...script,
    });
    const runId = await start(await leadTeam(db, org, lead, three()));
    await runDry(testRuntime(model.port));
    const told = model.told('lead').slice(0, 8);
    expect(told).toHaveLength(8);
    const [settled] = ofType(await factsOf(db, runId), 'tool.settled').slice(-1);
    expect(settled).toMatchObject({ name: 'read_files', outcome: 'ok' });
    expect(model.told('lead')[8]).toContain('All about the tides.');
    expect(told.reduce((sum, text) => sum + estimateTokens(text), 0)).toBeLessThan(14_000);
    for (const [at, text] of told.entries())
      expect(JSON.parse(text).results[0].file).toBe(`contracts/w1/${child(at + 1)}.md`);
    expect(await row(runId)).toMatchObject({ status: 'completed' });
  });

  it('is the same for whoever folds the run from its snapshot', async () => {
    const fifty = planning(Array.from({ length: 50 }, (_, n) => ({ id: `t${n}`, agent: 'w1' })));
    const runId = await start(await leadTeam(db, org, lead, three()));
    await runDry(testRuntime(scripted({ lead: [{ tools: [fifty] }] }).port));
    const { rows } = await db.admin.query('SELECT count(*)::int AS n FROM run_snapshot WHERE run_id = $1', [
      runId,
    ]);
    expect(rows[0].n).toBeGreaterThan(0);
    const read: Query = async (sql, values) => (await db.admin.query(sql, values)).rows;
    const { state } = (await loadRun(read, { orgId: org.orgId, runId }))!;
    expect(state).toEqual(replay(await factsOf(db, runId)));
    expect(state.plan?.steps).toHaveLength(51);
  });
});

describe('a cancel of a run with children', () => {
  it('stops the whole tree: calls are aborted, and the receipt has a line for each step that ran (T-44, TX-14)', async () => {
    const calling = new Set<string>();
    let all: () => void = () => {};
    const everybody = new Promise<void>((resolve) => {
      all = resolve;
    });
    const asked = scripted({
      lead: [{ tools: [delegating('w1'), delegating('w2'), delegating('w3')] }],
      [child(1)]: [{ tools: [delegating('w3')] }],
    });
    const stuck = new Set([child(2), child(3), child(1, child(1))]);
    const port: ModelPort = {
      call: (request, options) => {
        const step = stepOf(request);
        if (!stuck.has(step)) return asked.port.call(request, options);
        calling.add(step);
        if (calling.size === stuck.size) all();
        return new Promise((_, reject) => {
          options.signal.addEventListener('abort', () => reject(aborted()));
        });
      },
    };
    const runId = await start(await leadTeam(db, org, lead, three()));
    const runtime = testRuntime(port);
    await advance(runtime);
    const working = Promise.all(Array.from({ length: 3 }, () => runDry(runtime)));
    await everybody;
    expect(await cancelRun(org.owner, { runId, reason: 'enough' })).toMatchObject({ outcome: 'cancelled' });
    await working;
    const facts = await factsOf(db, runId);
    const [closed] = ofType(facts, 'run.closed');
    const states = Object.fromEntries(closed!.receipt.map((line) => [line.stepId, line.was]));
    expect(states).toEqual({
      ...{ lead: 'waiting', [child(1)]: 'waiting' },
      ...Object.fromEntries([...stuck].map((stepId) => [stepId, 'running'])),
    });
    expect(closed?.receipt.every(({ stoppedAfterMs }) => stoppedAfterMs !== null)).toBe(true);
    const { rows } = await db.admin.query('SELECT DISTINCT status FROM step WHERE run_id = $1', [runId]);
    expect(rows).toEqual([{ status: 'cancelled' }]);
    expect(await row(runId)).toMatchObject({ status: 'cancelled', reserved: 0, closed: true });
    expect(await runDry(runtime)).toBe(0);
  });
});
