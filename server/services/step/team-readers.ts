import type { RosterEntry, TeamCard } from '@domain/agent/tools';
import type { ToolContext } from '../../agents/tools';
import { tenantTx } from '../../db/tenant';
import type { Claimed } from './claimed';

/** What a step's tools may read of its team: inside the tenant's wall, as of now; version and protocol are the run's. */
export function teamReaders({ ref, state }: Claimed): Pick<ToolContext, 'roster' | 'team'> {
  const { orgId } = ref;
  const { teamId } = state;
  const members = () =>
    tenantTx({ orgId }, (tx) =>
      tx.teamMember.findMany({ where: { teamId }, include: { agent: true }, orderBy: { joinedAt: 'asc' } }),
    );
  return {
    roster: async (): Promise<RosterEntry[] | null> => {
      if (teamId === undefined) return null;
      return (await members()).map(({ role, agent }) => ({
        name: agent.name,
        place: role === 'hub' ? 'hub' : 'member',
        role: agent.role,
        expertise: agent.expertise,
      }));
    },
    team: async (): Promise<TeamCard | null> => {
      if (teamId === undefined) return null;
      const team = await tenantTx({ orgId }, (tx) =>
        tx.team.findFirst({
          where: { id: teamId },
          include: { hub: true, _count: { select: { members: true } } },
        }),
      );
      if (!team) return null;
      return {
        name: team.name,
        description: team.description,
        hub: team.hub.name,
        members: team._count.members,
        version: state.teamVersion ?? null,
        protocol: state.plan?.protocol ?? '',
      };
    },
  };
}
