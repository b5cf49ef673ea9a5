import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ModelAnswer, ModelPort } from '../../server/agents/port';
import { newId } from '../../server/db/ids';
import { enginePool } from '../../server/db/pools';
import { startRun } from '../../server/services/run/start';
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
});

const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
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

/** From now on the first statement that matches is `answered` so; all others reach the database. */
function breaks(matches: (sql: string, values: string) => boolean, broken: (run: () => unknown) => unknown) {
  const pool = enginePool();
  const real = pool.query.bind(pool) as (query: unknown, values?: unknown) => unknown;
  let done = false;
  vi.spyOn(pool, 'query').mockImplementation(((
    query: { text: string; values: unknown[] },
    values?: unknown,
  ) => {
    const hit = !done && typeof query === 'object' && matches(query.text, String(query.values[0]));
    if (!hit) return real(query, values);
    done = true;
    return broken(() => real(query, values));
  }) as typeof pool.query);
  return () => done;
}

/** Commits, and breaks before it is heard of. */
const unheard = async (run: () => unknown) => {
  await run();
  throw reset();
};

async function runOf(answers: (call: number) => Promise<ModelAnswer> | ModelAnswer) {
  const slots = ['one', 'two'].map((id) => ({ id, agentId: ada }));
  const teamId = await makeTeam(db, org, manifestOf('pipeline', slots));
  const { runId } = await startRun(org.owner, {
    projectId: org.projectId,
    teamId,
    goal: 'Over a broken connection',
    idempotencyKey: newId(),
  });
  let asked = 0;
  const port: ModelPort = { call: async () => answers(asked++) };
  await runDry(testRuntime(port));
  const { rows } = await db.admin.query('SELECT status, unknown_micros FROM run WHERE id = $1', [runId]);
  return { asked, row: rows[0], facts: await factsOf(db, runId) };
}

describe('a commit whose answer was lost', () => {
  it('keeps the next step that was claimed with it', async () => {
    const broke = breaks(
      (sql, values) => sql.includes('engine_append') && values.includes('plan.task.completed'),
      unheard,
    );
    const { asked, row, facts } = await runOf(() => text);
    expect(broke()).toBe(true);
    expect(row).toMatchObject({ status: 'completed' });
    expect(asked).toBe(2);
    expect(facts.filter((fact) => fact.type === 'plan.task.started')).toHaveLength(2);
  });

  it('keeps the next call that was opened with it', async () => {
    const broke = breaks(
      (sql, values) => sql.includes('engine_append') && values.includes('tool.called'),
      unheard,
    );
    const { asked, row, facts } = await runOf((call) => (call === 0 ? tool : text));
    expect(broke()).toBe(true);
    expect(row).toMatchObject({ status: 'completed' });
    expect(asked).toBe(3);
    expect(facts.filter((fact) => fact.type === 'model.called')).toHaveLength(3);
  });
});

describe('an answer that came while the database was away', () => {
  it('is recorded, although the next agent could not be read', async () => {
    let broke = () => false;
    const { asked, row } = await runOf(async (call) => {
      if (call > 0) return text;
      // Longer than what is known of an agent stays fresh.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      broke = breaks(
        (sql) => sql.includes('engine_agent'),
        () => Promise.reject(reset()),
      );
      return text;
    });
    expect(broke()).toBe(true);
    expect(row).toMatchObject({ status: 'completed' });
    expect(asked).toBe(2);
  });
});
