import { allows } from '@domain/access/policy';
import { ranksAt } from '@domain/access/visibility';
import type { Prisma } from '../../db/generated/client';
import { standingIn } from '../../db/standing';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { requireMember } from '../authorize';
import type { Ctx } from '../context';

/** Open gates of runs whose project the caller sees. */
export const openIn = async (tx: Tx, ctx: Ctx, projectId?: string): Promise<Prisma.ApprovalWhereInput> => ({
  orgId: ctx.orgId,
  state: 'open',
  run: {
    orgId: ctx.orgId,
    ...(projectId !== undefined && { projectId }),
    project: await visibleTo(tx, ctx.userId),
  },
});

type Decidable = {
  fourEyes: boolean;
  run: { startedBy: string; adoptedBy: string | null; project: { unit: { path: string[] } | null } };
};

/** Which of these gates the caller may decide: operator on the project's line, and not barred by four eyes. */
export async function deciderIn(tx: Tx, ctx: Ctx): Promise<(gate: Decidable) => boolean> {
  const standing = await standingIn(tx, ctx.orgId, ctx.userId);
  requireMember(standing);
  return ({ fourEyes, run }) => {
    const barred = fourEyes && (ctx.userId === run.startedBy || ctx.userId === run.adoptedBy);
    const ranks = ranksAt(standing.grants, run.project.unit?.path ?? null, standing.rootId);
    return !barred && allows('approval.resolve', ranks);
  };
}
