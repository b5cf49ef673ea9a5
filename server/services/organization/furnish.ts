import { newId } from '../../db/ids';
import type { Tx } from '../../db/tenant';

/** The model of the demo connection; it answers without a provider and costs nothing. */
const DEMO_MODEL = 'demo';
const EPOCH = new Date(0);

export type Founded = {
  rootUnitId: string;
  projectId: string;
  providerId: string;
  agentId: string;
};

/**
 * Everything that an organization needs on its first day: its load counter, root unit, owner, the project "Main", a
 * demo connection at price 0, and the coordinator agent that is the hub of each team that names none.
 */
export async function furnish(tx: Tx, orgId: string, ownerId: string, name: string): Promise<Founded> {
  const made = { rootUnitId: newId(), projectId: newId(), providerId: newId(), agentId: newId() };
  await tx.orgLoad.create({ data: { orgId } });
  await tx.orgUnit.create({ data: { orgId, id: made.rootUnitId, name, path: [made.rootUnitId] } });
  await tx.membership.create({ data: { orgId, userId: ownerId, unitId: made.rootUnitId, role: 'owner' } });
  await tx.project.create({ data: { orgId, id: made.projectId, slug: 'main', name: 'Main' } });
  await tx.providerConnection.create({
    data: { orgId, id: made.providerId, kind: 'demo', name: 'Demo', models: [DEMO_MODEL] },
  });
  await tx.price.create({
    data: {
      orgId,
      providerId: made.providerId,
      model: DEMO_MODEL,
      effectiveFrom: EPOCH,
      inputPerMillion: 0,
      outputPerMillion: 0,
    },
  });
  await tx.agent.create({
    data: {
      orgId,
      id: made.agentId,
      slug: 'coordinator',
      name: 'Coordinator',
      role: 'Coordinates the team',
      character: 'Calm, brief and exact. Asks when something is unclear and says what happens next.',
      expertise: 'Splitting work, handing it over, and reporting what came of it.',
      providerId: made.providerId,
      model: DEMO_MODEL,
      capabilities: {},
      skills: [],
      projectIds: [],
      isDefaultHub: true,
    },
  });
  return made;
}
