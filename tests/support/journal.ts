import type { Fact } from '@domain/run/fact';
import type { TestDatabase } from './database';

/** A run's journal as it stands, read past every wall. */
export async function factsOf(db: TestDatabase, runId: string): Promise<Fact[]> {
  const { rows } = await db.admin.query('SELECT seq, at, body FROM fact WHERE run_id = $1 ORDER BY seq', [
    runId,
  ]);
  return rows.map((row) => ({ ...row.body, seq: row.seq, at: row.at.toISOString() }));
}

export const typesOf = (facts: Fact[]): string[] => facts.map((fact) => fact.type);
