import type { AgentUpdate } from '@domain/agent/form';
import type { AgentView } from '@domain/agent/view';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { freeSlug } from '../slug';
import { checkModel } from './model';
import { AGENT_PARTS, lockAgent } from './open';
import { agentColumns, toAgent } from './present';
import { checkProjects } from './projects';

/**
 * Changes the given fields of an agent, never its unit.
 * @throws not_found, forbidden, unprocessable `unknown_model`, conflict `slug_taken`
 */
export async function updateAgent(ctx: Ctx, input: AgentUpdate & { id: string }): Promise<AgentView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const before = await lockAgent(tx, ctx, input.id, 'agent.update');
    if (input.providerId !== undefined || input.model !== undefined)
      await checkModel(tx, ctx, input.providerId ?? before.providerId, input.model ?? before.model);
    await checkProjects(tx, ctx, input.projectIds ?? []);
    const renamed = input.slug !== undefined && input.slug !== before.slug;
    const slug = renamed ? await freeSlug(tx, 'agent', ctx.orgId, before.name, input.slug) : undefined;
    const row = await tx.agent.update({
      where: { orgId_id: { orgId: ctx.orgId, id: before.id } },
      data: { ...agentColumns(input), slug },
      include: AGENT_PARTS,
    });
    const agent = toAgent(row);
    await audit(tx, ctx, {
      action: 'agent.updated',
      targetType: 'agent',
      targetId: row.id,
      before: toAgent(before),
      after: agent,
    });
    return agent;
  });
}
