import { enginePool } from '../pools';
import type { Candidate } from './engine';

/** Steps that waited for a cap and may try again: it has room now, or they have waited for `afterMs`. */
export async function wakeCapped(orgId: string, afterMs: number): Promise<Candidate[]> {
  const { rows } = await enginePool().query('SELECT * FROM caps_wake($1::uuid, $2::int)', [orgId, afterMs]);
  return rows.map((row) => ({ orgId, runId: row.run_id, stepId: row.step_id }));
}
