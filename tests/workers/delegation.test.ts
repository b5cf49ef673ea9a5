import { MAX_CHILDREN } from '@domain/run/limits';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { type Says, scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { addLead, delegating, leadTeam, planning } from '../support/leading';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';
import { ofType } from '../support/till';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let lead: string;
let ada: string;
let bo: string;
/** Led by `lead`; `ada` may delegate as well, `bo` may not. */
let teamId: string;
beforeAll(async () => {
  org = await makeOrg(db);
  lead = await addLead(db, org, 'Lea');
  ada = await addLead(db, org, 'Ada');
  bo = await addAgent(db, org, 'Bo');
  teamId = await teamLedBy(lead);
});

const teamLedBy = (agentId: string, defaults: Record<string, number> = {}) =>
  leadTeam(
    db,
    org,
    agentId,
    [
      { id: 'facts', agentId: ada },
      { id: 'words', agentId: bo },
    ],
    defaults,
  );

async function start(team = teamId, more: { budgetMicros?: number } = {}): Promise<string> {
  const input = { projectId: org.projectId, teamId: team, goal: 'A guide', idempotencyKey: newId(), ...more };
  return (await startRun(org.owner, input)).runId;
}

/** A run whose steps say what the script says; answers when nothing is left to do. */
async function led(script: Record<string, Says[]>, team = teamId) {
  const runId = await start(team);
  const model = scripted(script);
  await runDry(testRuntime(model.port));
  return { runId, facts: await factsOf(db, runId), ...model };
}

const child = (n: number, below = 'lead') => `${below}/delegate/${String(n).padStart(2, '0')}`;
const row = async (runId: string) =>
  (
    await db.admin.query(
      `SELECT status, reason, reserved_micros::int AS reserved, input_tokens::int AS input, output_tokens::int AS output FROM run WHERE id = $1`,
      [runId],
    )
  ).rows[0];
const steps = async (runId: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await db.admin.query('SELECT id, status FROM step WHERE run_id = $1', [runId])).rows.map((step) => [
      step.id,
      step.status,
    ]),
  );
const resultsOf = (told: string | undefined) => JSON.parse(told ?? '{}').results;
const refusals = (facts: Awaited<ReturnType<typeof factsOf>>) =>
  ofType(facts, 'tool.settled').flatMap(({ outcome, detail }) => (outcome === 'refused' ? [detail] : []));

describe('a lead with workers', () => {
  it('plans, is told what each delivered, and joins it into one answer (T-43, T-44, T-58)', async () => {
    const plan = planning(
      [
        { id: 'write', agent: 'words', depends_on: ['find'] },
        { id: 'find', agent: 'facts' },
      ],
      { goal: 'A guide to tides' },
    );
    const run = await led({
      lead: [{ tools: [plan] }, { text: 'A guide, joined' }],
      [child(1)]: [{ text: 'High water is at noon' }],
      [child(2)]: [{ text: 'Come at noon' }],
    });
    expect(await row(run.runId)).toMatchObject({ status: 'completed', reserved: 0 });
    expect(await steps(run.runId)).toEqual({
      lead: 'completed',
      [child(1)]: 'completed',
      [child(2)]: 'completed',
    });
    expect(run.promptOf('lead')).toContain('<worker slot="facts"');
    expect(run.promptOf(child(1))).toContain('<task from="lead">\nA guide to tides\n\nDo find\n</task>');
    expect(run.promptOf(child(2))).toContain('High water is at noon');
    const told = resultsOf(run.told('lead')[0]);
    expect(told).toMatchObject([
      { step: child(1), worker: 'facts', outcome: 'completed', delivery: 'High water is at noon' },
      { step: child(2), worker: 'words', outcome: 'completed', delivery: 'Come at noon' },
    ]);
    const { artifactId } = ofType(run.facts, 'plan.task.completed').at(-1)!;
    const written = await db.admin.query('SELECT text FROM artifact WHERE id = $1', [artifactId]);
    expect(written.rows[0].text).toBe('A guide, joined');
  });

  it('waits without a worker: its slot, lease and reservation are free while its children run', async () => {
    const runId = await start();
    let seen: unknown;
    const model = scripted({ lead: [{ tools: [delegating('facts')] }] }, async (step) => {
      if (step !== child(1)) return;
      const { rows } = await db.admin.query(
        `SELECT s.status, s.lease_until, (SELECT running FROM org_load WHERE org_id = s.org_id) AS running FROM step s WHERE run_id = $1 AND id = 'lead'`,
        [runId],
      );
      seen = rows[0];
    });
    await runDry(testRuntime(model.port));
    expect(seen).toEqual({ status: 'waiting', lease_until: null, running: 1 });
  });

  it('has children that are steps of its run: their calls stand in its ledger and its totals (T-44)', async () => {
    const run = await led({ lead: [{ tools: [delegating('facts'), delegating('words')] }] });
    const { rows } = await db.admin.query(
      'SELECT step_id, count(*)::int AS calls, sum(input_tokens)::int AS input FROM model_call WHERE run_id = $1 GROUP BY 1 ORDER BY 1',
      [run.runId],
    );
    expect(rows).toEqual([
      { step_id: 'lead', calls: 2, input: 10 },
      { step_id: child(1), calls: 1, input: 5 },
      { step_id: child(2), calls: 1, input: 5 },
    ]);
    expect(await row(run.runId)).toMatchObject({ input: 20, output: 20 });
    expect(ofType(run.facts, 'delegation.completed')).toHaveLength(2);
  });

  it('is not stopped by a child that fails: it is told why and goes on (TX-14)', async () => {
    const asks = Array.from({ length: 3 }, () => ({ tools: [{ name: 'get_team_info', args: {} }] }));
    const run = await led({
      lead: [{ tools: [delegating('facts', 'Look', { max_turns: 2 }), delegating('words')] }, { text: 'ok' }],
      [child(1)]: asks,
    });
    expect(await row(run.runId)).toMatchObject({ status: 'completed' });
    expect(await steps(run.runId)).toMatchObject({ lead: 'completed', [child(1)]: 'failed' });
    expect(resultsOf(run.told('lead')[0])).toMatchObject([{ outcome: 'failed', reason: 'max_turns' }]);
    expect(resultsOf(run.told('lead')[1])).toMatchObject([{ outcome: 'completed' }]);
  });

  it('has rejected work of a plan done again, at most as often as the team allows (TX-3)', async () => {
    const plan = planning([
      { id: 'make', agent: 'words' },
      { id: 'check', agent: 'facts', review_of: 'make' },
    ]);
    const reject = {
      text: JSON.stringify({ accept: false, issues: [{ criterion: 'dates', text: 'none' }] }),
    };
    const accept = { text: JSON.stringify({ accept: true, issues: [] }) };
    const run = await led({
      lead: [{ tools: [plan] }, { text: 'joined' }],
      [child(1)]: [{ text: 'first' }, { text: 'second' }],
      [child(2)]: [reject, accept],
    });
    expect(await row(run.runId)).toMatchObject({ status: 'completed' });
    expect(run.of(child(1))[1]?.messages[0]?.text).toContain('none');
    expect(resultsOf(run.told('lead')[0])).toMatchObject([{ delivery: 'second' }, { outcome: 'completed' }]);
    const never = await led({
      lead: [{ tools: [plan] }, { text: 'without it' }],
      [child(2)]: Array.from({ length: 5 }, () => reject),
    });
    expect(await row(never.runId)).toMatchObject({ status: 'completed' });
    expect(never.of(child(1))).toHaveLength(3);
    expect(resultsOf(never.told('lead')[0])[0]).toMatchObject({
      outcome: 'failed',
      reason: 'rework_exhausted',
    });
  });
});

describe('what a lead may not do', () => {
  it('delegate without being allowed to: the tools are not even offered (TX-14)', async () => {
    const names = async (agentId: string) => {
      const run = await led({}, await teamLedBy(agentId));
      return run.of('lead')[0]!.tools.map(({ name }) => name);
    };
    expect(await names(lead)).toEqual(expect.arrayContaining(['delegate', 'plan']));
    expect(await names(bo)).not.toEqual(expect.arrayContaining(['delegate']));
    const run = await led({ lead: [{ tools: [delegating('facts')] }] }, await teamLedBy(bo));
    expect(refusals(run.facts)).toEqual(['tool_not_allowed']);
    expect(await steps(run.runId)).toEqual({ lead: 'completed' });
  });

  it('plan a cycle, call nobody, or ask twice for one name: it is told so and nothing is made (T-4)', async () => {
    const cycle = planning([
      { id: 'a', agent: 'facts', depends_on: ['b'] },
      { id: 'b', agent: 'words', depends_on: ['a'] },
    ]);
    const twice = planning([
      { id: 'a', agent: 'facts' },
      { id: 'a', agent: 'words' },
    ]);
    const self = planning([{ id: 'a', agent: 'facts', depends_on: ['lead'] }]);
    const run = await led({
      lead: [
        { tools: [cycle] },
        { tools: [delegating('nobody')] },
        { tools: [twice] },
        { tools: [self] },
        { text: 'alone' },
      ],
    });
    expect(refusals(run.facts)).toEqual(['cycle', 'unknown_agent', 'duplicate_task', 'wait_cycle']);
    expect(run.told('lead')[0]).toContain('a → b → a');
    expect(run.told('lead')[1]).toContain('facts, words');
    expect(ofType(run.facts, 'delegation.started')).toEqual([]);
    expect(await row(run.runId)).toMatchObject({ status: 'completed' });
  });

  it('go deeper than two levels, whoever is allowed to delegate (T-7, TX-14)', async () => {
    const deep = await leadTeam(db, org, lead, [
      { id: 'facts', agentId: ada },
      { id: 'more', agentId: lead },
      { id: 'words', agentId: ada },
    ]);
    const run = await led(
      {
        lead: [{ tools: [delegating('facts')] }],
        [child(1)]: [{ tools: [delegating('more')] }],
        [child(1, child(1))]: [{ tools: [delegating('words')] }],
      },
      deep,
    );
    expect(await row(run.runId)).toMatchObject({ status: 'completed' });
    expect(run.of(child(1))[0]!.tools.map(({ name }) => name)).toContain('delegate');
    expect(run.promptOf(child(1))).not.toContain('<worker slot="facts"');
    const lowest = run.of(child(1, child(1)));
    expect(lowest[0]!.tools.map(({ name }) => name)).not.toContain('delegate');
    expect(refusals(run.facts)).toEqual(['tool_not_allowed']);
    expect(Object.keys(await steps(run.runId))).toHaveLength(3);
  });

  it(`make more than ${MAX_CHILDREN} steps, nor give a child more than 16 turns (T-7, TX-14)`, async () => {
    const fifty = planning(Array.from({ length: 50 }, (_, n) => ({ id: `t${n}`, agent: 'words' })));
    const run = await led({
      lead: [
        { tools: [fifty, fifty, fifty, fifty] },
        { tools: [delegating('facts')] },
        { tools: [delegating('facts', 'Long', { max_turns: 17 })] },
        { text: 'all' },
      ],
    });
    expect(ofType(run.facts, 'delegation.started')).toHaveLength(MAX_CHILDREN);
    expect(refusals(run.facts)).toEqual(['too_many_children', 'invalid_args']);
    expect(await row(run.runId)).toMatchObject({ status: 'completed' });
  });

  it('approve for a child: its slot waits for a person (TX-14)', async () => {
    const gated = await leadTeam(db, org, lead, [{ id: 'facts', agentId: ada, approval: { before: true } }]);
    const run = await led({ lead: [{ tools: [delegating('facts')] }] }, gated);
    expect(await row(run.runId)).toMatchObject({ status: 'waiting' });
    expect(await steps(run.runId)).toEqual({ lead: 'waiting', [child(1)]: 'waiting' });
  });
});
