import type pg from 'pg';
import { newId } from '../../server/db/ids';
import type { TestOrg } from './tenants';

/** A run's row as the superuser writes it: set-up for lists and refusals; the engine never sees it. */
export async function addRun(
  db: { admin: Pick<pg.Pool, 'query'> },
  org: TestOrg,
  run: { teamId: string; status: string; unitId?: string },
): Promise<string> {
  const id = newId();
  let projectId = org.projectId;
  if (run.unitId) {
    projectId = newId();
    await db.admin.query(
      'INSERT INTO project (org_id, id, slug, name, unit_id) VALUES ($1, $2, $3, $3, $4)',
      [org.orgId, projectId, `p-${projectId.slice(-8)}`, run.unitId],
    );
  }
  await db.admin.query(
    `INSERT INTO run (org_id, id, project_id, team_id, goal, manifest, status, root_run_id, started_by, idempotency_key, input_hash, cap_micros, created_at)
     VALUES ($1, $2, $3, $4, 'goal', '{}', $5, $2, $6, $7, '', 0, clock_timestamp())`,
    [org.orgId, id, projectId, run.teamId, run.status, org.owner.userId, id],
  );
  return id;
}
