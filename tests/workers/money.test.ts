import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aborted, ModelError } from '../../server/agents/model-error';
import { modelPort } from '../../server/agents/model-port';
import type { ModelAnswer, ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { enginePool } from '../../server/db/pools';
import { startRun } from '../../server/services/run/start';
import { sweepRuns } from '../../server/services/run/sweep';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();
afterEach(() => vi.restoreAllMocks());

let org: TestOrg;
let ada: string;
beforeAll(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
  // A dollar for a million input tokens: a micro-dollar each.
  await db.admin.query('UPDATE price SET input_per_million = 1000000 WHERE org_id = $1', [org.orgId]);
});

const text: ModelAnswer = {
  text: 'done',
  toolCalls: [],
  finish: 'stop',
  usage: { inputTokens: 10, outputTokens: 5 },
};
const tool: ModelAnswer = {
  ...text,
  toolCalls: [{ id: 't1', name: 'list_team_members', args: {} }],
  finish: 'tool_calls',
};

async function runOf(call: ModelPort['call'], budgetMicros = 5_000_000) {
  const teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 'only', agentId: ada }]));
  const { runId } = await startRun(org.owner, {
    projectId: org.projectId,
    teamId,
    goal: 'Count every cent',
    budgetMicros,
    idempotencyKey: newId(),
  });
  const runtime = testRuntime({ call });
  await runDry(runtime);
  const ended = async () =>
    (
      await db.admin.query('SELECT status, reason, spent_micros, unknown_micros FROM run WHERE id = $1', [
        runId,
      ])
    ).rows[0];
  // A retry waits a moment.
  for (let tries = 0; tries < 100 && (await ended()).status === 'running'; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sweepRuns(runtime, tries);
    await runDry(runtime);
  }
  return { row: await ended(), facts: await factsOf(db, runId) };
}

describe('a call that never left', () => {
  /** A port of this machine that nobody listens on. */
  async function closedPort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    return port;
  }

  it('costs nothing: the model server refuses connections', async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}/v1`;
    const port = modelPort({ kind: 'openai_compatible', baseUrl, apiKey: null });
    const { row } = await runOf((request, options) => port.call(request, options));
    expect(row).toMatchObject({ status: 'failed', reason: 'connection', spent_micros: 0, unknown_micros: 0 });
  });

  it('costs its ceiling when the connection broke later: somebody may have worked on it', async () => {
    const { row } = await runOf(() => Promise.reject(new ModelError('connection', 'ECONNRESET')));
    expect(row.status).toBe('failed');
    expect(Number(row.unknown_micros)).toBeGreaterThan(0);
  });
});

describe('an answer', () => {
  it('is charged as it was billed, also when its outcome could not be written', async () => {
    const pool = enginePool();
    const real = pool.query.bind(pool) as (query: unknown, values?: unknown) => unknown;
    let broken = false;
    vi.spyOn(pool, 'query').mockImplementation(((query: { values?: unknown[] }, values?: unknown) => {
      if (!broken && String(query.values?.[0]).includes('plan.task.completed')) {
        broken = true;
        return Promise.reject(new Error('refused for good'));
      }
      return real(query, values);
    }) as typeof pool.query);
    const { row } = await runOf(async () => text);
    expect(broken).toBe(true);
    expect(row).toMatchObject({ status: 'completed', spent_micros: 20, unknown_micros: 0 });
  });
});

describe('the ceiling of a further call', () => {
  it('counts the blocks that its prompt has, and no others', async () => {
    let calls = 0;
    // 12,000 tokens for a prompt without inputs and review, 43,000 with them.
    const { row } = await runOf(async () => (calls++ === 0 ? tool : text), 30_000);
    expect(row.status).toBe('completed');
  });
});

describe('a step that works for longer than it may', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;

  it('is stopped in the middle of a call, whatever was collected meanwhile', async () => {
    const real = Date.now;
    let calls = 0;
    const { row } = await runOf(async (_request, { signal }) => {
      if (calls++ === 0) {
        vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_000 - 1_500);
        return tool;
      }
      const stopped = new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(true), { once: true });
        setTimeout(() => resolve(false), 5_000);
      });
      for (let n = 0; n < 5; n++) {
        collectGarbage();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      if (!(await stopped)) return text;
      throw aborted();
    });
    expect(row).toMatchObject({ status: 'failed', reason: 'timed_out' });
  });

  it('fails, and is not tried again', async () => {
    const real = Date.now;
    let calls = 0;
    const { row, facts } = await runOf(async (_request, { signal }) => {
      if (calls++ === 0) {
        vi.spyOn(Date, 'now').mockImplementation(() => real() + 3_600_001);
        return tool;
      }
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      throw aborted();
    });
    expect(calls).toBe(2);
    expect(row).toMatchObject({ status: 'failed', reason: 'timed_out' });
    expect(facts.some((fact) => fact.type === 'plan.task.retried')).toBe(false);
  });
});
