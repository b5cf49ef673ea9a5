import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../server/db/ids';
import { enginePool } from '../../server/db/pools';
import { pauseRun } from '../../server/services/run/pause';
import { startRun } from '../../server/services/run/start';
import { advance } from '../../server/services/step/advance';
import { claimStep } from '../../server/services/step/claim';
import type { Claimed } from '../../server/services/step/claimed';
import { ledgerBreaches } from '../faults/support/check-ledger';
import { orderBreaches } from '../faults/support/check-order';
import { auditBreaches, keyBreaches } from '../faults/support/check-people';
import { installationBreaches, projectionBreaches, sequenceBreaches } from '../faults/support/checker';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { factsOf, typesOf } from '../support/journal';
import { reviewGate } from '../support/manifests';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();
afterEach(() => vi.restoreAllMocks());

const GOAL = 'Announce the release.\nAcceptance: names the date; says what is new';
let org: TestOrg;
let agents: [string, string];
beforeEach(async () => {
  org = await makeOrg(db);
  agents = [await addAgent(db, org, 'Ada'), await addAgent(db, org, 'Ben')];
  await db.admin.query('UPDATE organization SET max_running = 100, max_queued = 1000');
});

const pipeline = (slots = 3) =>
  makeTeam(
    db,
    org,
    manifestOf(
      'pipeline',
      Array.from({ length: slots }, (_, at) => ({ id: `s${at}`, agentId: agents[at % 2]! })),
    ),
  );
const start = async (teamId: string, idempotencyKey = newId()) =>
  startRun(org.owner, { projectId: org.projectId, teamId, goal: GOAL, idempotencyKey });
const starts = async (teamId: string, count: number): Promise<string[]> => {
  // The first one reads what the others are decided by.
  const first = await start(teamId);
  const others = await Promise.all(Array.from({ length: count - 1 }, () => start(teamId)));
  return [first, ...others].map(({ runId }) => runId);
};
const status = async (runId: string): Promise<string> =>
  (await db.admin.query('SELECT status FROM run WHERE id = $1', [runId])).rows[0].status;

/** Statements of the engine by the SQL function that they call; the first of a kind can be held until it is let go. */
function watched(hold?: string) {
  const pool = enginePool();
  const real = pool.query.bind(pool) as (query: unknown) => Promise<unknown>;
  const sent: string[] = [];
  let letGo = (): void => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let held = false;
  vi.spyOn(pool, 'query').mockImplementation((async (query: { text: string }) => {
    const name = /SELECT (\w+)\(/.exec(query.text)?.[1] ?? '';
    sent.push(name);
    if (name === hold && !held) {
      held = true;
      await gate;
    }
    return real(query);
  }) as unknown as typeof pool.query);
  return { count: (name: string) => sent.filter((one) => one === name).length, letGo };
}

async function wrongOf(runIds: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const runId of runIds) {
    const facts = await factsOf(db, runId);
    found.push(...sequenceBreaches(facts), ...orderBreaches(facts));
    found.push(...(await ledgerBreaches(db, runId, facts)), ...(await auditBreaches(db, runId, facts)));
    found.push(...(await projectionBreaches(db, runId, facts, await status(runId))));
  }
  return [...found, ...(await keyBreaches(db))];
}

type Sent = { runs: { i: number }[]; facts: { i: number; body: { type: string } }[] };
/** A statement in which every run brings a delivery: a first claim that was not heard of waits for its lease. */
const deliversAll = (payload: string): boolean => {
  const { runs, facts } = JSON.parse(payload) as Sent;
  const done = new Set(facts.filter(({ body }) => body.type === 'plan.task.completed').map(({ i }) => i));
  return runs.every(({ i }) => done.has(i));
};

describe('runs of one organization at the same time', () => {
  it('share statements, and every row is what its own journal says', async () => {
    const team = await pipeline();
    const gate = await makeTeam(db, org, {
      ...manifestOf('pipeline', []),
      ...reviewGate(...agents),
    });
    const { count } = watched();
    const runIds = [...(await starts(team, 20)), ...(await starts(gate, 10))];
    const runtime = testRuntime();
    await Promise.all(
      runIds.map((runId) => advance(runtime, { orgId: org.orgId, runId, stepId: '', epoch: 0 } as never)),
    );
    await runDry(runtime);
    expect(count('engine_append_all')).toBeGreaterThan(0);
    expect(count('engine_start_all')).toBeGreaterThan(0);
    expect(count('engine_append_all') + count('engine_append')).toBeLessThan(100);
    expect([...(await wrongOf(runIds)), ...(await installationBreaches(db))]).toEqual([]);
    for (const runId of runIds) expect(await status(runId)).toBe('completed');
  });

  it('each end as they would alone: stale, denied, held and fenced ones disturb no other', async () => {
    const runIds = await starts(await pipeline(1), 6);
    const [first, stale, denied, held, fine, other] = runIds as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const claims = (runId: string): Promise<Claimed | null> =>
      claimStep(testRuntime(), { orgId: org.orgId, runId, stepId: 's0' });
    const { count, letGo } = watched('engine_append');
    const all = [first, stale, denied, held, fine, other].map(claims);
    await eventually(() => expect(count('engine_append')).toBe(1));
    // While the first one is under way, the others’ runs change under them.
    await pauseRun(org.owner, { runId: stale });
    await db.admin.query('UPDATE run SET adopted_by = $2 WHERE id = $1', [denied, newId()]);
    const client = await db.admin.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM run WHERE id = $1 FOR UPDATE', [held]);
    letGo();
    const claimed = await Promise.all(all);
    expect(count('engine_append_all')).toBe(1);
    await client.query('ROLLBACK');
    client.release();
    expect(claimed.map(Boolean)).toEqual([true, false, false, false, true, true]);
    expect(typesOf(await factsOf(db, denied)).at(-1)).not.toBe('model.called');
    expect(await status(stale)).toBe('paused');
  });

  it('with one key at the same time are one run, whoever of them is written first', async () => {
    const team = await pipeline(1);
    await start(team);
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 30 }, () => start(team, key)));
    expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await runDry(testRuntime());
  });

  it('never run more steps than the organization may: a full statement is taken apart', async () => {
    await db.admin.query('UPDATE organization SET max_running = 3');
    const runIds = await starts(await pipeline(1), 8);
    const { count, letGo } = watched('engine_append');
    const all = runIds.map((runId) => claimStep(testRuntime(), { orgId: org.orgId, runId, stepId: 's0' }));
    await eventually(() => expect(count('engine_append')).toBe(1));
    letGo();
    const claimed = await Promise.all(all);
    expect(claimed.filter(Boolean)).toHaveLength(3);
    const { rows } = await db.admin.query('SELECT running FROM org_load WHERE org_id = $1', [org.orgId]);
    expect(rows).toEqual([{ running: 3 }]);
  });

  it('go alone where the organization has caps', async () => {
    const team = await pipeline(2);
    await db.admin.query(
      `INSERT INTO cap (org_id, id, level, subject_id, rank, period, limit_micros, set_by) VALUES ($1, $2, 'team', $3, 3, 'day', 1000000000, $4)`,
      [org.orgId, newId(), team, org.owner.userId],
    );
    const runIds = await starts(team, 8);
    const { count } = watched();
    await Promise.all(runIds.map(() => advance(testRuntime())));
    await runDry(testRuntime());
    expect(count('engine_append_all')).toBeLessThanOrEqual(1);
    expect(await wrongOf(runIds)).toEqual([]);
  });

  it('lose nothing when the answer of a shared statement is lost', async () => {
    const runIds = await starts(await pipeline(2), 10);
    const pool = enginePool();
    const real = pool.query.bind(pool) as (query: unknown) => Promise<unknown>;
    let lost = 0;
    vi.spyOn(pool, 'query').mockImplementation((async (query: { text: string; values: string[] }) => {
      const answer = await real(query);
      if (!query.text.includes('engine_append_all') || !deliversAll(query.values[0] ?? '')) return answer;
      lost += 1;
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    }) as unknown as typeof pool.query);
    await Promise.all(runIds.map(() => advance(testRuntime())));
    await runDry(testRuntime());
    expect(lost).toBeGreaterThan(0);
    expect(await wrongOf(runIds)).toEqual([]);
  });
});
