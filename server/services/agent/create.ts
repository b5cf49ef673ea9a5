import type { AgentCreate } from '@domain/agent/form';
import type { AgentView } from '@domain/agent/view';
import { audit } from '../../db/audit';
import { newId } from '../../db/ids';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { freeSlug } from '../slug';
import { checkModel } from './model';
import { AGENT_PARTS } from './open';
import { agentColumns, toAgent } from './present';
import { checkProjects } from './projects';

/**
 * A new agent, bound to a unit or (null) to the whole organization.
 * @throws forbidden, not_found (unit, provider or project), unprocessable `unknown_model`, conflict `slug_taken`
 */
export async function createAgent(ctx: Ctx, input: AgentCreate): Promise<AgentView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'agent.create', { unitId: input.unitId });
    await checkModel(tx, ctx, input.providerId, input.model);
    await checkProjects(tx, ctx, input.projectIds);
    const slug = await freeSlug(tx, 'agent', ctx.orgId, input.name, input.slug);
    const row = await tx.agent.create({
      data: {
        ...agentColumns(input),
        orgId: ctx.orgId,
        id: newId(),
        slug,
        name: input.name,
        role: input.role,
        providerId: input.providerId,
        model: input.model,
        unitId: input.unitId,
      },
      include: AGENT_PARTS,
    });
    const agent = toAgent(row);
    await audit(tx, ctx, { action: 'agent.created', targetType: 'agent', targetId: row.id, after: agent });
    return agent;
  });
}
