// Engine: rings for the detector once more; no person acts here, so there is nothing to authorise or audit.
import { appPool } from '../../db/pools';
import { ringDetector } from '../../queue/enqueue';

/** Teams that one turn rings for. */
const LIMIT = 200;

/**
 * Rings for the detector of teams whose runs closed after a rejection in the last hour: a ring that was lost with the
 * queue is so made up for. One that was not lost costs a look, as the detector says everything once. Answers how many
 * teams were rung for.
 */
export async function ringDetectorsAgain(): Promise<number> {
  const { rows } = await appPool().query('SELECT org_id, team_id, run_id FROM lister_reworked_teams($1)', [
    LIMIT,
  ]);
  for (const { org_id: orgId, team_id: teamId, run_id: runId } of rows) {
    await ringDetector({ orgId, teamId, runId });
  }
  return rows.length;
}
