import { describe, expect, it } from 'vitest';
import type { ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { ringStep } from '../../server/queue/enqueue';
import { cancelRun } from '../../server/services/run/cancel';
import { startRun } from '../../server/services/run/start';
import { claimStep } from '../../server/services/step/claim';
import { executeStep } from '../../server/services/step/execute';
import { factsOf } from '../support/journal';
import { testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { breaches } from './support/checker';
import { openSite } from './support/site';
import { weaken, withoutSeqCheck } from './support/weaken';
import type { WorkerProcess } from './support/worker-process';

const site = await openSite();
const ROUNDS = 500;
const LEAD_MS = 0.25;

const quick: ModelPort = {
  call: async () => ({
    text: 'done',
    toolCalls: [],
    finish: 'stop',
    usage: { inputTokens: 3, outputTokens: 2 },
  }),
};
const runtime = testRuntime(quick);

describe('F-17 a cancel racing the completion', () => {
  /** Both at once, the cancel `leadMs` ahead (below 0: behind). */
  async function race(leadMs: number): Promise<{ runId: string; outcome: string }> {
    const runId = await site.run(['only']);
    const claimed = await claimStep(runtime, { orgId: site.org.orgId, runId, stepId: 'only' });
    if (!claimed) throw new Error('not claimed');
    const start = performance.now();
    const turnsUntil = async (ms: number): Promise<void> => {
      while (performance.now() - start < ms) await new Promise((resolve) => setImmediate(resolve));
    };
    const [answer] = await Promise.all([
      turnsUntil(-leadMs).then(() => cancelRun(site.org.owner, { runId, reason: '' })),
      turnsUntil(leadMs).then(() => executeStep(runtime, claimed)),
    ]);
    return { runId, outcome: answer.outcome };
  }

  it(`has exactly one end in ${ROUNDS} of ${ROUNDS} rounds, and the caller is told which`, async () => {
    const outcomes: Record<string, number> = {};
    const runs: string[] = [];
    // Whoever lost gets a longer lead in the next round: the race stays at the edge where both can win.
    let leadMs = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { runId, outcome } = await race(leadMs);
      leadMs += outcome === 'cancelled' ? -LEAD_MS : LEAD_MS;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      runs.push(runId);
      const end = (await factsOf(site.db, runId)).find(
        (f) => f.type === 'run.cancelled' || f.type === 'run.completed',
      );
      expect(outcome).toBe(end?.type === 'run.cancelled' ? 'cancelled' : 'already_completed');
    }
    expect(await breaches(site.db, site.model, runs)).toEqual([]);
    expect(Object.keys(outcomes).sort()).toEqual(['already_completed', 'cancelled']);
  });

  it('control: without the check of the journal’s version a run ends twice', async () => {
    const restore = await withoutSeqCheck(site.db);
    const runId = await site.run(['only']);
    const claimed = await claimStep(runtime, { orgId: site.org.orgId, runId, stepId: 'only' });
    await cancelRun(site.org.owner, { runId, reason: '' });
    await executeStep(runtime, claimed!);
    await restore();
    expect(await breaches(site.db, site.model, [runId])).toContainEqual(expect.stringMatching(/^I6/));
  });
});

describe('F-18 eight workers advance the same run', () => {
  const POINT = 'step.before_claim';

  async function together(): Promise<string> {
    process.env.TROUPE_WORKER_CONCURRENCY = '1';
    const workers: WorkerProcess[] = [];
    for (let i = 0; i < 8; i++) workers.push(await site.worker(`stop:${POINT}`));
    const runId = await site.run(['only']);
    for (let i = 1; i <= 8; i++) {
      await ringStep({ orgId: site.org.orgId, runId, stepId: 'only', epoch: 0 }, 0, i);
    }
    await Promise.all(workers.map((worker) => worker.reached(POINT)));
    for (const worker of workers) worker.release(POINT);
    return runId;
  }

  it('one claims it, the others find nothing to do', async () => {
    const runId = await together();
    await site.ended(runId);
    await site.stopWorkers();
    expect(await breaches(site.db, site.model, [runId])).toEqual([]);
    const facts = await factsOf(site.db, runId);
    expect(facts.filter((f) => f.type === 'plan.task.started')).toHaveLength(1);
    expect(site.model.calls.filter((call) => call.trace.run === runId)).toHaveLength(1);
  }, 120_000);

  it('control: without the check of the journal’s version several claim it', async () => {
    const restore = await withoutSeqCheck(site.db);
    const held = site.model.hold({ step: 'only' });
    const runId = await together();
    await held.reached;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    held.release();
    await site.stopWorkers();
    await restore();
    const facts = await factsOf(site.db, runId);
    expect(facts.filter((f) => f.type === 'plan.task.started').length).toBeGreaterThan(1);
  }, 120_000);
});

describe('F-20 a double click on start', () => {
  async function click(
    times: number,
    key: string,
    goal = 'Once',
  ): Promise<PromiseSettledResult<{ runId: string; replayed: boolean }>[]> {
    const teamId = await teamOnce();
    const start = () =>
      startRun(site.org.owner, { projectId: site.org.projectId, teamId, goal, idempotencyKey: key });
    return Promise.allSettled(Array.from({ length: times }, start));
  }
  let made: Promise<string> | undefined;
  const teamOnce = (): Promise<string> => {
    made ??= makeTeam(site.db, site.org, manifestOf('pipeline', [{ id: 'only', agentId: site.org.agentId }]));
    return made;
  };
  const ids = (settled: PromiseSettledResult<{ runId: string }>[]): Set<string> =>
    new Set(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.runId] : [])));

  it('50 starts with one key are one run, another input with it is 422, another key another run', async () => {
    await site.db.admin.query(
      `INSERT INTO price (org_id, provider_id, model, effective_from, input_per_million, output_per_million) VALUES ($1, $2, 'demo', 'epoch', 0, 0) ON CONFLICT DO NOTHING`,
      [site.org.orgId, site.org.providerId],
    );
    const key = newId();
    const first = await click(50, key);
    expect(first.map((one) => one.status)).toEqual(Array(50).fill('fulfilled'));
    expect(ids(first).size).toBe(1);
    expect(first.filter((one) => one.status === 'fulfilled' && !one.value.replayed)).toHaveLength(1);
    const [other] = await click(1, key, 'Something else');
    expect(other).toMatchObject({
      status: 'rejected',
      reason: { code: 'unprocessable', reason: 'idempotency_key_reused' },
    });
    const second = await click(1, newId());
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(2);
    const { rows } = await site.db.admin.query(
      `SELECT count(*)::int AS n FROM audit WHERE action = 'run.started' AND target_id = ANY ($1)`,
      [[...ids(first), ...ids(second)]],
    );
    expect(rows[0].n).toBe(2);
  });

  it('control: without the unique key one click more is one run more', async () => {
    await weaken(site.db, 'engine_start', /ON CONFLICT [^;]*DO NOTHING/, '');
    await site.db.admin.query('DROP INDEX "run_org_id_started_by_procedure_idempotency_key_key"');
    expect(ids(await click(20, newId())).size).toBeGreaterThan(1);
  });
});
