import type { TeamSummary } from '@domain/team/view';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { openAgent } from '../agent/open';
import { type Ctx, tenantOf } from '../context';
import { summarise } from './summarise';

/** Teams that one answer names: an agent in more of them is a list of its own. */
const MAX_TEAMS = 100;

/** The visible teams that an agent is a member of, by name. @throws not_found when the agent is invisible */
export async function teamsOfAgent(ctx: Ctx, input: { agentId: string }): Promise<TeamSummary[]> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const agent = await openAgent(tx, ctx, input.agentId, 'agent.read');
    const teams = await tx.team.findMany({
      where: {
        AND: [{ deletedAt: null, members: { some: { agentId: agent.id } } }, await visibleTo(tx, ctx.userId)],
      },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      take: MAX_TEAMS,
    });
    return summarise(tx, ctx, teams);
  });
}
