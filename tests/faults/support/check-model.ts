import type { TestDatabase } from '../../support/database';
import type { FakeOpenAI } from '../../support/fake-openai';

/**
 * I20 and the count of duplicates, at the model server: the same call twice, or a new epoch for a call that had
 * been settled before it was asked again. Each call that the server finished and the ledger has no answer for must
 * be listed as unknown.
 */
export async function modelBreaches(
  db: TestDatabase,
  model: FakeOpenAI,
  runIds: string[],
): Promise<string[]> {
  const found: string[] = [];
  const { rows } = await db.admin.query(
    `SELECT run_id, step_id, round, epoch, ordinal, status FROM model_call WHERE run_id = ANY ($1)`,
    [runIds],
  );
  const keyOf = (run: string, step: string, round: number, epoch: number, ordinal: number): string =>
    [run, step, round, epoch, ordinal].join('/');
  const ledger = new Map(
    rows.map((row) => [keyOf(row.run_id, row.step_id, row.round, row.epoch, row.ordinal), row.status]),
  );
  const settledAt = new Map<string, number>();
  const seen = new Set<string>();
  const ours = model.calls.filter((call) => runIds.includes(call.trace.run));
  for (const row of rows) {
    if (row.status !== 'ok') continue;
    const key = [row.run_id, row.step_id, row.round, row.ordinal].join('/');
    settledAt.set(key, Math.min(row.epoch, settledAt.get(key) ?? row.epoch));
  }
  for (const { trace, outcome } of ours) {
    const key = keyOf(trace.run, trace.step, trace.round, trace.epoch, trace.ordinal);
    if (seen.has(key)) found.push(`duplicate ${key}`);
    seen.add(key);
    const settled = settledAt.get([trace.run, trace.step, trace.round, trace.ordinal].join('/'));
    if (settled !== undefined && trace.epoch > settled)
      found.push(`duplicate effect: ${key} after epoch ${settled} settled it`);
    const status = ledger.get(key);
    if (status === undefined) found.push(`I20 ${key} reached the server and is not in the ledger`);
    if (outcome === 'finished' && status === 'started')
      found.push(`I20 ${key} was finished and is not settled`);
  }
  return found;
}
