import type { Fact } from '@domain/run/fact';
import type { TestDatabase } from '../../support/database';

/** I9: totals = sum of settlements = ledger, at every fact. I15: never more reserved and spent than the cap. */
export async function ledgerBreaches(db: TestDatabase, runId: string, facts: Fact[]): Promise<string[]> {
  const found: string[] = [];
  const started = facts[0];
  let cap = started?.type === 'run.started' ? started.capMicros : 0;
  const open = new Map<string, number>();
  const asking = new Map<string, string>();
  let [cost, unknown, tokens] = [0, 0, 0];
  for (const fact of facts) {
    if (fact.type === 'budget.raised') cap = fact.capMicros;
    if (fact.type === 'model.called') {
      open.set(fact.callId, fact.ceilingMicros);
      asking.set(fact.callId, fact.stepId);
    }
    if (fact.type === 'plan.task.completed' && [...asking.values()].includes(fact.stepId)) {
      found.push(`I5 ${fact.stepId} completed at ${fact.seq} while its own call was open`);
    }
    if (fact.type === 'model.settled') {
      asking.delete(fact.callId);
      if (!open.delete(fact.callId)) found.push(`I9 call ${fact.callId} settled twice or never opened`);
      cost += fact.costMicros;
      unknown += fact.unknownMicros;
      tokens += fact.inputTokens + fact.outputTokens;
    }
    if (!('totals' in fact)) continue;
    const reserved = [...open.values()].reduce((sum, ceiling) => sum + ceiling, 0);
    const { totals } = fact;
    if (totals.costMicros !== cost || totals.unknownMicros !== unknown) found.push(`I9 cost at ${fact.seq}`);
    if (totals.inputTokens + totals.outputTokens !== tokens) found.push(`I9 tokens at ${fact.seq}`);
    if (totals.reservedMicros !== reserved) found.push(`I9 reserved at ${fact.seq}`);
    if (cost + unknown + reserved > cap)
      found.push(`I15 ${cost + unknown + reserved} of ${cap} at ${fact.seq}`);
  }
  if (open.size > 0) found.push(`I20 ${open.size} calls were never settled`);
  const { rows } = await db.admin.query(
    `SELECT r.spent_micros, r.unknown_micros, r.reserved_micros, r.input_tokens + r.output_tokens AS tokens,
       (SELECT COALESCE(sum(cost_micros), 0) FROM model_call m WHERE m.run_id = r.id) AS cost,
       (SELECT COALESCE(sum(input_tokens + output_tokens), 0) FROM model_call m WHERE m.run_id = r.id) AS spent_tokens,
       (SELECT count(*) FROM model_call m WHERE m.run_id = r.id AND status = 'started') AS started
     FROM run r WHERE id = $1`,
    [runId],
  );
  const row = rows[0];
  const same = [
    [row.spent_micros, cost],
    [row.cost, cost],
    [row.unknown_micros, unknown],
    [row.tokens, tokens],
    [row.spent_tokens, tokens],
    [row.reserved_micros, 0],
    [row.started, 0],
  ];
  if (same.some(([a, b]) => Number(a) !== b))
    found.push(`I9 rows ${JSON.stringify(row)}, facts ${cost}/${unknown}/${tokens}`);
  return found;
}
