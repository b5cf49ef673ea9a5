import { newId } from '../../server/db/ids';
import type { TestDatabase } from './database';
import type { TestOrg } from './tenants';

export type TestSlot = {
  id: string;
  agentId: string;
  review?: boolean;
  contract?: string;
  responsibility?: string;
  approval?: { before?: boolean; after?: boolean; fourEyes?: boolean };
};

/** A manifest of fixed slots; `review: true` makes it a review gate's reviewer. */
export function manifestOf(
  kind: 'pipeline' | 'review_gate',
  slots: TestSlot[],
  defaults: Record<string, number> = {},
) {
  return {
    manifestVersion: 1,
    protocol: { kind },
    slots: slots.map(({ id, agentId, review, contract, responsibility, approval }) => ({
      id,
      title: id,
      responsibility: responsibility ?? `Do the part called ${id}`,
      requirements: { capabilities: [], skills: [] },
      contract: { text: contract ?? `The result of ${id}` },
      binding: { mode: 'fixed', agentId },
      ...(review && { review: true }),
      ...(approval && { approval }),
    })),
    defaults: { maxRework: 2, maxTurns: 40, budgetMicros: 5_000_000, parallelLimit: 4, ...defaults },
    rosterScope: 'visible',
  };
}

/** A team with an applied version 1, written as the superuser. */
export async function makeTeam(
  db: TestDatabase,
  org: TestOrg,
  manifest: object,
  name = 'Team',
): Promise<string> {
  const teamId = newId();
  const q = (sql: string, values: unknown[]) => db.admin.query(sql, values);
  await q(
    `INSERT INTO team (org_id, id, slug, name, hub_agent_id, created_by, updated_at) VALUES ($1, $2, $3, $4, $5, $6, now())`,
    [org.orgId, teamId, `team-${teamId.slice(-8)}`, name, org.agentId, org.owner.userId],
  );
  await q(`INSERT INTO team_member (org_id, team_id, agent_id, role) VALUES ($1, $2, $3, 'hub')`, [
    org.orgId,
    teamId,
    org.agentId,
  ]);
  await q(
    `INSERT INTO team_version (org_id, team_id, version, manifest, status, created_by) VALUES ($1, $2, 1, $3, 'draft', $4)`,
    [org.orgId, teamId, JSON.stringify(manifest), org.owner.userId],
  );
  await q(
    `UPDATE team_version SET status = 'applied', decided_at = now(), decided_by = $3 WHERE org_id = $1 AND team_id = $2`,
    [org.orgId, teamId, org.owner.userId],
  );
  await q('UPDATE team SET current_version = 1 WHERE org_id = $1 AND id = $2', [org.orgId, teamId]);
  return teamId;
}
