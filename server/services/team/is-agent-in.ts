import { tenantTx } from '../../db/tenant';
import { openAgent } from '../agent/open';
import { type Ctx, tenantOf } from '../context';
import { openTeam } from './open';

/** Whether the agent is a member of the team, as hub too. @throws not_found when either is invisible */
export async function isAgentInTeam(ctx: Ctx, input: { agentId: string; teamId: string }): Promise<boolean> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.teamId }, 'team.read');
    const agent = await openAgent(tx, ctx, input.agentId, 'agent.read');
    return (await tx.teamMember.count({ where: { teamId: team.id, agentId: agent.id } })) > 0;
  });
}
