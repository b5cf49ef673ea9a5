import type { Fact } from '@domain/run/fact';
import { beforeEach } from 'vitest';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import type { TestDatabase } from './database';
import { factsOf } from './journal';
import { runDry, testRuntime } from './runtime';
import { makeTeam, manifestOf } from './teams';
import { addAgent, makeOrg, type TestOrg } from './tenants';

export const ofType = <T extends Fact['type']>(facts: Fact[], type: T) =>
  facts.filter((fact): fact is Extract<Fact, { type: T }> => fact.type === type);

/** A finished answer that is billed this many micro-dollars. */
export const answer = (billed = 1_000) => ({
  text: 'done',
  toolCalls: [],
  finish: 'stop' as const,
  usage: { inputTokens: billed, outputTokens: 0 },
});
export const billing = (billed?: number) => testRuntime({ call: async () => answer(billed) });

/** What tests of caps need: before each of them a new organization whose agents cost a micro-dollar a token. */
export function till(db: TestDatabase) {
  const here = {} as { org: TestOrg; ada: string; bo: string };
  beforeEach(async () => {
    const org = await makeOrg(db);
    Object.assign(here, { org, ada: await addAgent(db, org, 'Ada'), bo: await addAgent(db, org, 'Bo') });
    await db.admin.query(
      'UPDATE price SET input_per_million = 1000000, output_per_million = 1000000 WHERE org_id = $1',
      [org.orgId],
    );
    await db.admin.query('UPDATE organization SET max_running = 5000, max_queued = 5000 WHERE org_id = $1', [
      org.orgId,
    ]);
  });
  const row = async (sql: string, values: unknown[]) => (await db.admin.query(sql, values)).rows[0];
  const pipeline = (...agents: string[]) => {
    const slots = agents.map((agentId, at) => ({ id: `s${at}`, agentId }));
    return makeTeam(db, here.org, manifestOf('pipeline', slots));
  };
  const start = async (teamId: string, more: { budgetMicros?: number; atLimit?: 'end' | 'ask' } = {}) => {
    const { projectId, owner } = here.org;
    const input = { projectId, teamId, goal: 'Count', idempotencyKey: newId(), ...more };
    return (await startRun(owner, input)).runId;
  };
  return {
    here,
    pipeline,
    start,
    statusOf: async (runId: string) => (await row('SELECT status FROM run WHERE id = $1', [runId])).status,
    /** What has been taken of a cap, and what of that is spent. */
    usage: async (capId: string) => {
      const use = await row(
        `SELECT u.taken_micros, cap_spent(u.org_id, u.cap_id, u.period_start, u.taken_micros) AS spent
         FROM cap_use u WHERE cap_id = $1`,
        [capId],
      );
      return { taken: Number(use.taken_micros), spent: Number(use.spent) };
    },
    /** What the organization's ledger says is spent or reserved. */
    held: async () => {
      const use = await row(
        `SELECT COALESCE(sum(CASE WHEN status = 'started' THEN ceiling_micros ELSE cost_micros + unknown_micros END), 0) AS held
         FROM model_call WHERE org_id = $1`,
        [here.org.orgId],
      );
      return Number(use.held);
    },
    /** The ceiling of a first call here, micro-dollars. */
    ceiling: async () => {
      const runId = await start(await pipeline(here.ada));
      await runDry(billing(0));
      return ofType(await factsOf(db, runId), 'model.called')[0]!.ceilingMicros;
    },
  };
}
