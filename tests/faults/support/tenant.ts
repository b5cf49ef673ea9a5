import { newId } from '../../../server/db/ids';
import { startRun } from '../../../server/services/run/start';
import type { TestDatabase } from '../../support/database';
import { makeTeam, manifestOf } from '../../support/teams';
import { addAgent, makeOrg } from '../../support/tenants';
import { pointToModel, type Site } from './site';
import { until } from './until';

/** A second, small organization of the site, with a team of one slot. */
export async function openTenant(site: Site): Promise<{ orgId: string; start(): Promise<string> }> {
  const org = await makeOrg(site.db);
  await pointToModel(site.db, org, site.model.url);
  const agentId = await addAgent(site.db, org, 'Cy', { model: 'fake' });
  const teamId = await makeTeam(site.db, org, manifestOf('pipeline', [{ id: 'only', agentId }]));
  return {
    orgId: org.orgId,
    start: async () => {
      const input = { projectId: org.projectId, teamId, goal: 'Be heard', idempotencyKey: newId() };
      return (await startRun(org.owner, input)).runId;
    },
  };
}

/** From the run's start to its first step's claim, by the journal's own clock, in ms. */
export async function firstClaimMs(db: TestDatabase, runId: string): Promise<number> {
  let ms = 0;
  await until(async () => {
    const { rows } = await db.admin.query(
      `SELECT extract(epoch FROM min(at) FILTER (WHERE type = 'plan.task.started') - min(at)) * 1000 AS ms
       FROM fact WHERE run_id = $1`,
      [runId],
    );
    ms = Number(rows[0].ms);
    return rows[0].ms !== null;
  });
  return ms;
}
