import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { answerApproval } from '../../server/services/approval/answer';
import { resolveApproval } from '../../server/services/approval/resolve';
import type { Ctx } from '../../server/services/context';
import { startRun } from '../../server/services/run/start';
import { factsOf } from '../support/journal';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, addPerson } from '../support/tenants';
import { breaches } from './support/checker';
import { openSite } from './support/site';
import { until } from './support/until';

const site = await openSite();
const POINT = 'step.after_llm_before_commit';

let operator: Ctx;
let teamId: string;
beforeAll(async () => {
  operator = await addPerson(site.db, site.org, 'operator');
  const agentId = await addAgent(site.db, site.org, 'Cy', { model: 'fake' });
  const slots = [
    { id: 'ask', agentId },
    { id: 'gated', agentId, approval: { before: true, after: true } },
  ];
  teamId = await makeTeam(site.db, site.org, manifestOf('pipeline', slots));
});
afterEach(() => {
  site.model.script(undefined);
  return site.clear();
});

/** The first step asks a person before it delivers. */
async function start(): Promise<string> {
  const question = { name: 'ask_user', args: { question: 'Which colour?' } };
  site.model.script(({ trace: { step, ordinal } }) =>
    step === 'ask' && ordinal === 1 ? { toolCalls: [question] } : { text: `by ${step}` },
  );
  const input = { projectId: site.org.projectId, teamId, goal: 'Outlive', idempotencyKey: newId() };
  return (await startRun(site.org.owner, input)).runId;
}
const waits = (runId: string, gateId?: string) =>
  until(async () => {
    const { rowCount } = await site.db.admin.query(
      `SELECT FROM run r JOIN approval a ON a.run_id = r.id AND a.state = 'open'
       WHERE r.id = $1 AND r.status = 'waiting' AND ($2::text IS NULL OR a.gate_id = $2)`,
      [runId, gateId ?? null],
    );
    return rowCount === 1;
  });
const callsOf = (runId: string) => site.model.calls.filter(({ trace }) => trace.run === runId);

describe('a run that waits while every worker dies', () => {
  it('is found by the next worker as it was left: nothing is asked or answered for twice', async () => {
    const runId = await start();
    const decisions = [
      () => answerApproval(operator, { runId, gateId: 'g1', text: 'Blue' }),
      () => resolveApproval(operator, { runId, gateId: 'g2', decision: 'approved', text: '' }),
      () => resolveApproval(operator, { runId, gateId: 'g3', decision: 'approved', text: '' }),
    ];
    for (const decide of decisions) {
      await site.worker();
      await waits(runId);
      await site.stopWorkers();
      await decide();
    }
    await site.worker();
    await site.ended(runId);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    expect(callsOf(runId).map(({ trace }) => trace.step)).toEqual(['ask', 'ask', 'gated']);
    const facts = await factsOf(site.db, runId);
    expect(facts.filter(({ type }) => type === 'approval.requested')).toHaveLength(3);
    expect(facts.filter(({ type }) => type === 'plan.task.retried')).toEqual([]);
    expect(facts.at(-1)?.type).toBe('run.closed');
  });

  it('asks again only what was never written down: a worker dies with the question in its hands', async () => {
    const doomed = await site.worker(`stop:${POINT}`);
    const runId = await start();
    await doomed.reached(POINT);
    await doomed.kill();
    await site.worker();
    await waits(runId);
    const facts = await factsOf(site.db, runId);
    expect(facts.filter(({ type }) => type === 'approval.requested')).toHaveLength(1);
    expect(facts.find(({ type }) => type === 'plan.task.retried')).toMatchObject({ attempt: 2 });
    await answerApproval(operator, { runId, gateId: 'g1', text: 'Blue' });
    for (const gateId of ['g2', 'g3']) {
      await waits(runId, gateId);
      await resolveApproval(operator, { runId, gateId, decision: 'approved', text: '' });
    }
    await site.ended(runId);
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
  });
});
