import { DomainError } from '@domain/errors';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { type Ctx, tenantOf } from '../context';
import { lockAgent } from './open';
import { toAgent } from './present';

/** Teams that a refusal names; it holds for all of them. */
const NAMED_TEAMS = 20;

/**
 * Makes an agent a tombstone and takes it out of its teams. Versions that name it stay as they are; their slots
 * no longer bind.
 * @throws not_found, forbidden, conflict `agent_is_hub` (with the teams) until another hub is named, conflict
 * `agent_is_default_hub` for the coordinator that new teams get
 */
export async function deleteAgent(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const row = await lockAgent(tx, ctx, id, 'agent.delete', 'delete');
    const hubOf = { hubAgentId: id, deletedAt: null };
    if ((await tx.team.count({ where: hubOf })) > 0) {
      const teams = await tx.team.findMany({
        where: { AND: [hubOf, await visibleTo(tx, ctx.userId)] },
        select: { id: true, slug: true, name: true },
        orderBy: { name: 'asc' },
        take: NAMED_TEAMS,
      });
      throw new DomainError('conflict', 'This agent is the hub of a team: name another hub first', {
        reason: 'agent_is_hub',
        details: { teams },
      });
    }
    if (row.isDefaultHub)
      throw new DomainError('conflict', 'This agent is the hub that new teams get', {
        reason: 'agent_is_default_hub',
      });
    await tx.teamMember.deleteMany({ where: { agentId: id } });
    await tx.agent.update({ where: { orgId_id: { orgId: ctx.orgId, id } }, data: { deletedAt: new Date() } });
    await audit(tx, ctx, {
      action: 'agent.deleted',
      targetType: 'agent',
      targetId: id,
      before: toAgent(row),
    });
    return { id };
  });
}
