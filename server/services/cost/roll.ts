// Engine: closed runs are added to their days; no person acts here, so there is nothing to authorise or audit.
import { appPool } from '../../db/pools';

/** Organizations, and runs of each, that one turn takes on. */
const LIMIT = 200;

/** Adds what closed runs have cost to their days, so that rollups need not read their calls. Answers how many runs. */
export async function rollCosts(): Promise<number> {
  const { rows } = await appPool().query('SELECT org_id FROM lister_costs_due($1)', [LIMIT]);
  let rolled = 0;
  for (const { org_id: orgId } of rows) {
    for (let more = LIMIT; more === LIMIT; rolled += more) {
      const answer = await appPool().query('SELECT cost_roll($1::uuid, $2::int) AS runs', [orgId, LIMIT]);
      more = answer.rows[0].runs;
    }
  }
  return rolled;
}
