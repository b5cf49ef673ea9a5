import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { holdAgent } from '../agent/hold';
import { type Ctx, tenantOf } from '../context';
import { lockTeam } from './open';

/**
 * Takes an agent into a team; adding a member again changes nothing.
 * @throws not_found (team, or an agent that this person does not see), forbidden
 */
export async function addTeamMember(
  ctx: Ctx,
  input: { id: string; agentId: string },
): Promise<{ added: boolean }> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await lockTeam(tx, ctx, input.id, 'team.members');
    const agent = await holdAgent(tx, ctx, input.agentId);
    const row = { orgId: ctx.orgId, teamId: team.id, agentId: agent.id };
    const { count } = await tx.teamMember.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) return { added: false };
    await audit(tx, ctx, {
      action: 'team.member_added',
      targetType: 'team',
      targetId: team.id,
      after: { agentId: agent.id, role: 'member' },
    });
    return { added: true };
  });
}
