import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import type { TestDatabase } from './database';
import { makeTeam, manifestOf, type TestSlot } from './teams';
import type { TestOrg } from './tenants';

/** Lets an organization's agents, all or these, hand work over to each other. */
export async function allowHandoffs(db: TestDatabase, org: TestOrg, agents?: string[]): Promise<void> {
  await db.admin.query('UPDATE organization SET handoff_enabled = true WHERE org_id = $1', [org.orgId]);
  await db.admin.query(
    'UPDATE agent SET handoff_enabled = true WHERE org_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2))',
    [org.orgId, agents ?? null],
  );
}

/** A document of actors, the first one begins; a way is written `a>b`. */
export function handoffManifest(slots: TestSlot[], ways: string[], more: Record<string, unknown> = {}) {
  const edges = ways.map((way) => ({ from: way.split('>')[0], to: way.split('>')[1] }));
  const protocol = { kind: 'handoff', entrySlot: slots[0]?.id, edges, ...more };
  return { ...manifestOf('pipeline', slots), protocol };
}

/** Starts a run of a new team with such a document. */
export async function startHandoff(
  db: TestDatabase,
  org: TestOrg,
  manifest: object,
  goal = 'Agree on a name',
): Promise<string> {
  const teamId = await makeTeam(db, org, manifest);
  const input = { projectId: org.projectId, teamId, goal, idempotencyKey: newId() };
  return (await startRun(org.owner, input)).runId;
}
