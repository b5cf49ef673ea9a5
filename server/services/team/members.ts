import { Id } from '@domain/ids';
import { decodeCursor, type Page, toPage } from '@domain/page';
import { MemberRole, type TeamMember } from '@domain/team/view';
import { z } from 'zod';
import { type Tx, tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { toBadge } from '../agent/present';
import { type Ctx, tenantOf } from '../context';
import { openTeam } from './open';

const Cursor = z.tuple([MemberRole, Id]);

type MemberPage = { items: TeamMember[]; nextCursor: string | null };

/** One page of a team's members that this person may see: the hub first, then by agent id. */
export async function readMembers(tx: Tx, ctx: Ctx, teamId: string, page: Page): Promise<MemberPage> {
  const after = decodeCursor(ctx.orgId, page.cursor, Cursor);
  const rows = await tx.teamMember.findMany({
    where: {
      AND: [
        { orgId: ctx.orgId, teamId, agent: await visibleTo(tx, ctx.userId) },
        after ? { role: 'member', ...(after[0] === 'member' ? { agentId: { gt: after[1] } } : {}) } : {},
      ],
    },
    include: { agent: true },
    orderBy: [{ role: 'asc' }, { agentId: 'asc' }],
    take: page.limit + 1,
  });
  return toPage(
    ctx.orgId,
    rows,
    page.limit,
    (row) => [row.role, row.agentId],
    ({ agent, ...row }) => ({
      ...toBadge(agent),
      memberRole: MemberRole.parse(row.role),
      expertise: agent.expertise,
      model: agent.model,
      joinedAt: row.joinedAt.toISOString(),
    }),
  );
}

/** The members of a team with their agents' details. @throws not_found when the team is invisible */
export async function teamMembers(ctx: Ctx, input: Page & { id: string }): Promise<MemberPage> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.id }, 'team.read');
    return readMembers(tx, ctx, team.id, input);
  });
}
