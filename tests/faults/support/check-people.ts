import type { Fact } from '@domain/run/fact';
import type { TestDatabase } from '../../support/database';

/** What a person does to a run, each with one fact and one audit row of the same name. */
const BY_PEOPLE = ['run.started', 'run.cancelled', 'run.paused', 'run.adopted'];

const byPerson = (fact: Fact): boolean =>
  fact.type === 'run.started' || ('by' in fact && fact.by !== undefined);

/** I17: the audit of a run is what people were allowed to do to it, no more and no less. */
export async function auditBreaches(db: TestDatabase, runId: string, facts: Fact[]): Promise<string[]> {
  const { rows } = await db.admin.query(
    `SELECT action, count(*)::int AS n FROM audit WHERE target_type = 'run' AND target_id = $1 GROUP BY action`,
    [runId],
  );
  return BY_PEOPLE.flatMap((type) => {
    const audited = rows.find(({ action }) => action === type)?.n ?? 0;
    const done = facts.filter((fact) => fact.type === type && byPerson(fact)).length;
    return audited === done ? [] : [`I17 ${runId}: ${type} ${done} times, in the audit ${audited} times`];
  });
}

/** I2: a key that a person started with stands for one run. */
export async function keyBreaches(db: TestDatabase): Promise<string[]> {
  const { rows } = await db.admin.query(
    `SELECT idempotency_key AS key, count(*)::int AS n FROM run
     GROUP BY org_id, started_by, procedure, idempotency_key HAVING count(*) > 1`,
  );
  return rows.map(({ key, n }) => `I2 ${n} runs under the key ${key}`);
}
