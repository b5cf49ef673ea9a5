import { DomainError } from '@domain/errors';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { openAgent } from '../agent/open';
import { type Ctx, tenantOf } from '../context';
import { lockTeam } from './open';

/**
 * Takes an agent out of a team; one that is no member changes nothing. Versions that name it stay as they are.
 * @throws not_found, forbidden, conflict `is_hub`
 */
export async function removeTeamMember(
  ctx: Ctx,
  input: { id: string; agentId: string },
): Promise<{ removed: boolean }> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await lockTeam(tx, ctx, input.id, 'team.members');
    const agent = await openAgent(tx, ctx, input.agentId, 'agent.read');
    if (agent.id === team.hubAgentId)
      throw new DomainError('conflict', 'The hub cannot leave: name another hub first', { reason: 'is_hub' });
    const { count } = await tx.teamMember.deleteMany({ where: { teamId: team.id, agentId: agent.id } });
    if (count === 0) return { removed: false };
    await audit(tx, ctx, {
      action: 'team.member_removed',
      targetType: 'team',
      targetId: team.id,
      before: { agentId: agent.id, role: 'member' },
    });
    return { removed: true };
  });
}
