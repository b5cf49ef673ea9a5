import { TERMINAL } from '@domain/run/state';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { appendToRun } from '../../server/db/journal/append';
import { log } from '../../server/log';
import { answerApproval } from '../../server/services/approval/answer';
import { resolveApproval } from '../../server/services/approval/resolve';
import { adoptRun } from '../../server/services/run/adopt';
import { cancelRun } from '../../server/services/run/cancel';
import { pauseRun } from '../../server/services/run/pause';
import { resumeRun } from '../../server/services/run/resume';
import { startRun } from '../../server/services/run/start';
import { sweepRuns } from '../../server/services/run/sweep';
import { advance } from '../../server/services/step/advance';
import { claimStep } from '../../server/services/step/claim';
import { executeStep } from '../../server/services/step/execute';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf, type TestSlot } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();
afterEach(() => vi.restoreAllMocks());

let org: TestOrg;
let ada: string;
beforeAll(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
});

async function start(slots: Omit<TestSlot, 'agentId'>[] = [{ id: 'a' }]): Promise<string> {
  const teamId = await makeTeam(
    db,
    org,
    manifestOf(
      'pipeline',
      slots.map((slot) => ({ ...slot, agentId: ada })),
    ),
  );
  const input = { projectId: org.projectId, teamId, goal: 'Come to an end', idempotencyKey: newId() };
  return (await startRun(org.owner, input)).runId;
}
const claim = (runId: string) => claimStep(testRuntime(), { orgId: org.orgId, runId, stepId: 'a' });
const rowOf = async (runId: string) =>
  (await db.admin.query('SELECT status, reason, seq FROM run WHERE id = $1', [runId])).rows[0];
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: { reason?: string }) => error.reason,
  );

describe('a run', () => {
  it('is under way from its creation: what it begins with can be claimed at once (H-21)', async () => {
    const runId = await start();
    const { status } = await rowOf(runId);
    expect(TERMINAL.has(status)).toBe(false);
    expect(await claim(runId)).not.toBeNull();
    expect(await rowOf(runId)).toMatchObject({ status: 'running' });
    await cancelRun(org.owner, { runId, reason: '' });
  });

  it('ends as completed when its work is done, as cancelled when a person stops it (H-52)', async () => {
    const done = await start();
    await runDry(testRuntime());
    expect(await rowOf(done)).toMatchObject({ status: 'completed' });
    const stopped = await start();
    await cancelRun(org.owner, { runId: stopped, reason: 'Enough' });
    expect(await rowOf(stopped)).toMatchObject({ status: 'cancelled', reason: 'Enough' });
  });

  const ends = [...TERMINAL];

  it.each(ends)('that is %s stays so, whatever verb, clock or late outcome comes (H-22)', async (status) => {
    const more = status === 'completed' ? [] : [{ id: 'b', approval: { before: true } }];
    const runId = await start([{ id: 'a' }, ...more]);
    const claimed = await claim(runId);
    if (status === 'completed') await executeStep(testRuntime(), claimed!);
    await end(runId, status);
    await executeStep(testRuntime(), claimed!);
    const ended = await rowOf(runId);
    expect(ended).toMatchObject({ status });
    const decision = { runId, gateId: 'g1', decision: 'approved' as const, text: '' };
    expect(await reasonOf(pauseRun(org.owner, { runId }))).toBe('run_ended');
    expect(await reasonOf(resumeRun(org.owner, { runId }))).toBe('run_ended');
    expect(await reasonOf(adoptRun(org.owner, { runId }))).toBe('run_ended');
    expect(await reasonOf(resolveApproval(org.owner, decision))).toBe('not_found');
    expect(await reasonOf(answerApproval(org.owner, { runId, gateId: 'g1', text: 'x' }))).toBe('not_found');
    await db.admin.query(`UPDATE run SET clock_from = now() - interval '9 days' WHERE id = $1`, [runId]);
    await sweepRuns(testRuntime(), 1);
    expect(await advance(testRuntime(), { orgId: org.orgId, runId, stepId: 'b' })).toBe(0);
    expect(await rowOf(runId)).toEqual(ended);
  });

  it.each(ends)('that is %s takes a cancel, once or twice, and changes nothing (H-23)', async (status) => {
    const runId = await start();
    await end(runId, status);
    const ended = await rowOf(runId);
    const answer = { runId, outcome: `already_${status}`, status };
    expect(await cancelRun(org.owner, { runId, reason: 'too late' })).toEqual(answer);
    expect(await cancelRun(org.owner, { runId, reason: 'again' })).toEqual(answer);
    expect(await rowOf(runId)).toEqual(ended);
    const { rows } = await db.admin.query(
      `SELECT count(*)::int AS n FROM audit WHERE target_id = $1 AND action = 'run.cancelled'`,
      [runId],
    );
    expect(rows[0].n).toBe(0);
  });

  /** Brings a run to this end by the facts that say so. */
  async function end(runId: string, status: string): Promise<void> {
    const ref = { orgId: org.orgId, runId };
    const appended = await appendToRun(
      ref,
      (draft) => {
        if (status === 'cancelled') return draft.add({ type: 'run.cancelled', reason: 'stopped' });
        if (status === 'completed') return draft.add({ type: 'run.completed' });
        return draft.add({ type: 'run.failed', status: status as 'failed', reason: 'refused' });
      },
      { leaseMs: 15_000 },
    );
    // Nobody says from outside that a run is complete: its last step does.
    if (status === 'completed' && appended.outcome === 'refused') await runDry(testRuntime());
    else expect(appended.outcome).toBe('appended');
  }

  it('stays cancelled when a step does not stop, and an error says so (H-75)', async () => {
    const runId = await start();
    let stubborn: () => void = () => {};
    const port: ModelPort = {
      // Hears no abort.
      call: () =>
        new Promise((resolve) => {
          stubborn = () => resolve({ text: 'late', toolCalls: [], finish: 'stop', usage: null });
        }),
    };
    const claimed = await claimStep(testRuntime(port), { orgId: org.orgId, runId, stepId: 'a' });
    const working = executeStep(testRuntime(port), claimed!);
    await cancelRun(org.owner, { runId, reason: 'Stop' });
    const errors = vi.spyOn(log(), 'error');
    await db.admin.query(`UPDATE run SET ended_at = now() - interval '11 seconds' WHERE id = $1`, [runId]);
    await sweepRuns(testRuntime(), 1);
    expect(errors).toHaveBeenCalledWith(
      { orgId: org.orgId, runId, steps: ['a'] },
      'steps did not answer the stop of their run',
    );
    const closed = (await factsOf(db, runId)).at(-1);
    expect(closed).toMatchObject({ type: 'run.closed', receipt: [{ stepId: 'a', stoppedAfterMs: null }] });
    await eventually(() => stubborn());
    await working;
    expect(await rowOf(runId)).toMatchObject({ status: 'cancelled', reason: 'Stop', seq: closed?.seq });
  });
});
