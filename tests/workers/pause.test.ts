import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { jobQueue } from '../../server/queue/enqueue';
import { resolveApproval } from '../../server/services/approval/resolve';
import type { Ctx } from '../../server/services/context';
import { adoptRun } from '../../server/services/run/adopt';
import { pauseRun } from '../../server/services/run/pause';
import { resumeRun } from '../../server/services/run/resume';
import { startRun } from '../../server/services/run/start';
import { sweepRuns } from '../../server/services/run/sweep';
import { claimStep } from '../../server/services/step/claim';
import { executeStep } from '../../server/services/step/execute';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { factsOf, typesOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf, type TestSlot } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
let operator: Ctx & { userId: string };
let round = 0;
beforeAll(async () => {
  // Opens its tables, which takes longer than a ring may.
  await eventually(() => jobQueue().waiting(), 20_000);
});
beforeEach(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
  operator = await addPerson(db, org, 'operator');
});

async function start(slots: Omit<TestSlot, 'agentId'>[], by: Ctx = org.owner): Promise<string> {
  const withAgents = slots.map((slot) => ({ ...slot, agentId: ada }));
  const teamId = await makeTeam(db, org, manifestOf('pipeline', withAgents));
  const input = { projectId: org.projectId, teamId, goal: 'Held up', idempotencyKey: newId() };
  return (await startRun(by, input)).runId;
}
const sweep = () => sweepRuns(testRuntime(), ++round);
const rowOf = async (runId: string) =>
  (
    await db.admin.query(
      'SELECT status, reason, clock_from, active_ms::int AS active, adopted_by FROM run WHERE id = $1',
      [runId],
    )
  ).rows[0];
const audits = async (runId: string) =>
  (
    await db.admin.query(
      `SELECT action, actor_id FROM audit WHERE target_id = $1 AND action <> 'run.started' ORDER BY at`,
      [runId],
    )
  ).rows;
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: { reason?: string }) => error.reason,
  );

/** A model that does something beside its answer, at its first call. */
function meanwhile(act: () => Promise<unknown>): ModelPort {
  let acted = false;
  return {
    call: async () => {
      if (!acted) await act();
      acted = true;
      return { text: 'done', toolCalls: [], finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
    },
  };
}

describe('pause', () => {
  it('lets what runs finish and starts nothing more, until the run is resumed and rung for', async () => {
    const runId = await start([{ id: 'a' }, { id: 'b' }]);
    const port = meanwhile(() => pauseRun(operator, { runId }));
    expect(await runDry(testRuntime(port))).toBe(1);
    expect(await rowOf(runId)).toMatchObject({ status: 'paused', reason: 'by_person' });
    const { rows } = await db.admin.query('SELECT id, status FROM step WHERE run_id = $1 ORDER BY id', [
      runId,
    ]);
    expect(rows).toEqual([
      { id: 'a', status: 'completed' },
      { id: 'b', status: 'ready' },
    ]);
    await sweep();
    expect(await runDry(testRuntime(port))).toBe(0);
    const rings = await jobQueue().waiting();
    expect(await resumeRun(operator, { runId })).toMatchObject({ outcome: 'resumed', status: 'running' });
    await expect.poll(() => jobQueue().waiting()).toBe(rings + 1);
    expect(await runDry(testRuntime(port))).toBe(1);
    expect(await rowOf(runId)).toMatchObject({ status: 'completed' });
    expect(await audits(runId)).toEqual([
      { action: 'run.paused', actor_id: operator.userId },
      { action: 'run.resumed', actor_id: operator.userId },
    ]);
  });

  it('wins over waiting: a gate can be decided meanwhile, and what it frees starts with the resume', async () => {
    const runId = await start([{ id: 'a', approval: { before: true } }]);
    expect(await pauseRun(operator, { runId })).toMatchObject({ outcome: 'paused', status: 'paused' });
    const decision = { runId, gateId: 'g1', decision: 'approved' as const, text: '' };
    expect(await resolveApproval(operator, decision)).toMatchObject({ status: 'paused' });
    expect(await runDry(testRuntime())).toBe(0);
    expect(await resumeRun(operator, { runId })).toMatchObject({ status: 'queued' });
    expect(await runDry(testRuntime())).toBe(1);
    expect(await rowOf(runId)).toMatchObject({ status: 'completed' });
  });

  it('resumes to waiting what waited, and answers what is so already without changing it', async () => {
    const runId = await start([{ id: 'a', approval: { before: true } }]);
    expect(await resumeRun(operator, { runId })).toMatchObject({ outcome: 'already_waiting' });
    await pauseRun(operator, { runId });
    expect(await pauseRun(operator, { runId })).toMatchObject({ outcome: 'already_paused' });
    expect(await resumeRun(operator, { runId })).toMatchObject({ status: 'waiting' });
    expect((await audits(runId)).length).toBe(2);
  });
});

describe('the clock of a run', () => {
  const claim = (runId: string) => claimStep(testRuntime(), { orgId: org.orgId, runId, stepId: 'a' });
  const shift = (runId: string, hours: number) =>
    db.admin.query('UPDATE run SET clock_from = clock_from - make_interval(hours => $2) WHERE id = $1', [
      runId,
      hours,
    ]);

  it('counts running time alone: a pause stops it, and it goes on from where it stood', async () => {
    const runId = await start([{ id: 'a' }]);
    expect((await rowOf(runId)).clock_from).toBeNull();
    await claim(runId);
    await shift(runId, 23);
    await pauseRun(operator, { runId });
    const paused = await rowOf(runId);
    expect(paused.clock_from).toBeNull();
    expect(paused.active / 3_600_000).toBeCloseTo(23, 1);
    await sweep();
    expect(await rowOf(runId)).toMatchObject({ status: 'paused' });
    await resumeRun(operator, { runId });
    await sweep();
    expect(await rowOf(runId)).toMatchObject({ status: 'running' });
    await shift(runId, 2);
    await sweep();
    expect(await rowOf(runId)).toMatchObject({ status: 'timed_out', reason: 'run_clock' });
  });

  it('stands still while the run waits for a person, however long', async () => {
    const runId = await start([{ id: 'a', approval: { after: true } }]);
    const claimed = await claim(runId);
    await shift(runId, 23);
    await executeStep(testRuntime(), claimed!);
    expect(await rowOf(runId)).toMatchObject({ status: 'waiting', clock_from: null });
    await db.admin.query(`UPDATE run SET started_at = now() - interval '6 days' WHERE id = $1`, [runId]);
    await sweep();
    expect(await rowOf(runId)).toMatchObject({ status: 'waiting' });
  });
});

describe('a run whose starter’s rights have gone', () => {
  async function abandoned(slots = [{ id: 'a' }, { id: 'b' }] as Omit<TestSlot, 'agentId'>[]) {
    const starter = await addPerson(db, org, 'operator');
    const runId = await start(slots, starter);
    await db.admin.query('DELETE FROM membership WHERE user_id = $1', [starter.userId]);
    await runDry(testRuntime());
    return runId;
  }

  it('goes on with the rights of the operator who adopts it, and with nobody else’s', async () => {
    const runId = await abandoned();
    expect(await rowOf(runId)).toMatchObject({ status: 'paused', reason: 'rights_lost' });
    expect(await reasonOf(resumeRun(operator, { runId }))).toBe('rights_lost');
    expect(await reasonOf(adoptRun(await addPerson(db, org, 'viewer'), { runId }))).toBe('forbidden');
    expect(await adoptRun(operator, { runId })).toMatchObject({ outcome: 'adopted', status: 'queued' });
    const port = meanwhile(() =>
      db.admin.query('DELETE FROM membership WHERE user_id = $1', [operator.userId]),
    );
    await runDry(testRuntime(port));
    expect(await rowOf(runId)).toMatchObject({ status: 'paused', reason: 'rights_lost' });
    const second = await addPerson(db, org, 'operator');
    await adoptRun(second, { runId });
    await runDry(testRuntime(port));
    expect(await rowOf(runId)).toMatchObject({ status: 'completed', adopted_by: second.userId });
    expect(typesOf(await factsOf(db, runId)).filter((type) => type === 'run.adopted')).toHaveLength(2);
    expect((await audits(runId)).map(({ action }) => action)).toEqual(['run.adopted', 'run.adopted']);
  });

  it('is taken over only when it is left, and four eyes then bar who took it over', async () => {
    const own = await start([{ id: 'a' }]);
    expect(await reasonOf(adoptRun(operator, { runId: own }))).toBe('not_abandoned');
    await pauseRun(operator, { runId: own });
    expect(await reasonOf(adoptRun(operator, { runId: own }))).toBe('not_abandoned');

    const runId = await abandoned([{ id: 'a' }, { id: 'b', approval: { before: true, fourEyes: true } }]);
    await adoptRun(operator, { runId });
    await runDry(testRuntime());
    const decision = { runId, gateId: 'g1', decision: 'approved' as const, text: '' };
    expect(await reasonOf(resolveApproval(operator, decision))).toBe('four_eyes');
    expect(await reasonOf(resolveApproval(org.owner, decision))).toBe('allowed');
  });
});

describe('a gate that nobody decides', () => {
  const expire = (runId: string) =>
    db.admin.query(`UPDATE approval SET deadline_at = now() - interval '1 second' WHERE run_id = $1`, [
      runId,
    ]);

  it('has seven days, then the sweep ends the run as timed out', async () => {
    const runId = await start([{ id: 'a', approval: { before: true } }]);
    const { rows } = await db.admin.query(
      'SELECT extract(epoch FROM deadline_at - requested_at)::int AS seconds FROM approval WHERE run_id = $1',
      [runId],
    );
    expect(rows).toEqual([{ seconds: 7 * 86_400 }]);
    await sweep();
    expect(await rowOf(runId)).toMatchObject({ status: 'waiting' });
    await expire(runId);
    await sweep();
    expect(await rowOf(runId)).toMatchObject({ status: 'timed_out', reason: 'approval_timed_out' });
    const facts = await factsOf(db, runId);
    expect(facts.find((fact) => fact.type === 'approval.resolved')).toMatchObject({ decision: 'timed_out' });
    expect(typesOf(facts).at(-1)).toBe('run.closed');
    const late = resolveApproval(operator, { runId, gateId: 'g1', decision: 'approved', text: '' });
    expect(await reasonOf(late)).toBe('already_decided');
  });
});

describe('a paused run whose starter has lost the rights meanwhile', () => {
  it('is not resumed in their name, and an operator may take it over, however it came to be paused', async () => {
    const starter = await addPerson(db, org, 'operator');
    const runId = await start([{ id: 'only' }], starter);
    await pauseRun(starter, { runId });
    await db.admin.query('DELETE FROM membership WHERE user_id = $1', [starter.userId]);
    expect(await reasonOf(resumeRun(operator, { runId }))).toBe('rights_lost');
    await adoptRun(operator, { runId });
    await runDry(testRuntime());
    expect(await rowOf(runId)).toMatchObject({ status: 'completed', adopted_by: operator.userId });
  });

  it('is not taken over while the starter may still run it', async () => {
    const runId = await start([{ id: 'only' }]);
    await pauseRun(org.owner, { runId });
    expect(await reasonOf(adoptRun(operator, { runId }))).toBe('not_abandoned');
  });
});

it('a run that nobody resumes ends after 30 days, and not before', async () => {
  const [old, young] = [await start([{ id: 'only' }]), await start([{ id: 'only' }])];
  for (const runId of [old, young]) await pauseRun(org.owner, { runId });
  const age = (runId: string, days: number) =>
    db.admin.query('UPDATE run SET last_at = now() - make_interval(days => $2) WHERE id = $1', [runId, days]);
  await age(old, 31);
  await age(young, 29);
  await sweep();
  expect(await rowOf(old)).toMatchObject({ status: 'cancelled', reason: 'pause_expired' });
  expect(await rowOf(young)).toMatchObject({ status: 'paused' });
});
