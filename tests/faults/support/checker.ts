import { replay } from '@domain/run/apply';
import type { Fact } from '@domain/run/fact';
import { isEnded, stepIn } from '@domain/run/state';
import type { TestDatabase } from '../../support/database';
import type { FakeOpenAI } from '../../support/fake-openai';
import { factsOf } from '../../support/journal';
import { ledgerBreaches } from './check-ledger';
import { modelBreaches } from './check-model';
import { orderBreaches } from './check-order';
import { auditBreaches, keyBreaches } from './check-people';

export type Acknowledged = { runId: string; key?: string };

/** What is wrong after a scenario, by the names I1 … I20; empty when every invariant holds. */
export async function breaches(db: TestDatabase, model: FakeOpenAI, runIds: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const runId of runIds) {
    const facts = await factsOf(db, runId);
    const { rows } = await db.admin.query('SELECT * FROM run WHERE id = $1', [runId]);
    if (rows.length === 0 || facts.length === 0) {
      found.push(`I1 ${runId}: an acknowledged start is not there`);
      continue;
    }
    found.push(...sequenceBreaches(facts), ...orderBreaches(facts));
    found.push(...(await ledgerBreaches(db, runId, facts)));
    found.push(...(await auditBreaches(db, runId, facts)));
    found.push(...(await projectionBreaches(db, runId, facts, rows[0].status)));
  }
  found.push(...(await keyBreaches(db)));
  found.push(...(await modelBreaches(db, model, runIds)));
  found.push(...(await installationBreaches(db)));
  return found;
}

/** I10: 1..n without gaps, times never going back. I6: one end, and nothing but money and stops after it. */
export function sequenceBreaches(facts: Fact[]): string[] {
  const found: string[] = [];
  facts.forEach((fact, at) => {
    if (fact.seq !== at + 1) found.push(`I10 seq ${fact.seq} stands at ${at + 1}`);
    const before = facts[at - 1];
    if (before && Date.parse(before.at) > Date.parse(fact.at))
      found.push(`I10 time goes back at ${fact.seq}`);
  });
  const ends = facts.filter((fact) => ['run.completed', 'run.cancelled', 'run.failed'].includes(fact.type));
  if (ends.length !== 1) found.push(`I6 ${ends.length} ends`);
  const after = new Set(['model.settled', 'tool.settled', 'budget.overshot', 'step.stopped', 'run.closed']);
  for (const fact of facts.slice((ends[0]?.seq ?? facts.length) as number)) {
    if (!after.has(fact.type)) found.push(`I6 ${fact.type} after the end`);
  }
  if (facts.filter((fact) => fact.type === 'run.closed').length !== 1)
    found.push('I7 the run is not closed once');
  return found;
}

/** R-15 on the real database: the stored rows are the fold of the stored facts. I8: nobody still runs. */
export async function projectionBreaches(
  db: TestDatabase,
  runId: string,
  facts: Fact[],
  status: string,
): Promise<string[]> {
  const found: string[] = [];
  const state = replay(facts);
  if (state.status !== status) found.push(`R-15 run row says ${status}, journal ${state.status}`);
  if (!isEnded(state)) found.push(`I7 ${runId} is ${status}`);
  const { rows } = await db.admin.query('SELECT * FROM step WHERE run_id = $1', [runId]);
  for (const row of rows) {
    const step = stepIn(state, row.id);
    if (step?.status !== row.status || step?.epoch !== row.epoch || step?.round !== row.round) {
      found.push(
        `R-15 step ${row.id}: row ${row.status}/${row.round}/${row.epoch}, journal ${step?.status}/${step?.round}/${step?.epoch}`,
      );
    }
    if (row.status === 'running') found.push(`I8 step ${row.id} still runs`);
  }
  return found;
}

/** I16: no ready step is left over; the counter is back at 0. I18: nobody is left inside a transaction; one who is between two statements is not. */
export async function installationBreaches(db: TestDatabase): Promise<string[]> {
  const { rows } = await db.admin.query(`
    SELECT (SELECT count(*) FROM step WHERE status = 'ready')::int AS ready,
      (SELECT COALESCE(sum(running), 0) FROM org_load)::int AS running,
      (SELECT count(*) FROM step WHERE status = 'running')::int AS steps,
      (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
        AND state_change < clock_timestamp() - interval '1 second')::int AS idle`);
  const { ready, running, steps, idle } = rows[0];
  return [
    ...(ready > 0 ? [`I16 ${ready} steps are ready`] : []),
    ...(running !== steps ? [`I8 the counter says ${running}, ${steps} steps run`] : []),
    ...(idle > 0 ? [`I18 ${idle} transactions are open`] : []),
  ];
}
