import { allows } from '@domain/access/policy';
import { ranksAt } from '@domain/access/visibility';
import type { ApprovalView } from '@domain/approval/approval';
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

/** Why the caller may not decide a gate: not operator on the project's line, or barred by four eyes; null: they may. */
export async function barIn(tx: Tx, ctx: Ctx): Promise<(gate: Decidable) => ApprovalView['bar']> {
  const standing = await standingIn(tx, ctx.orgId, ctx.userId);
  requireMember(standing);
  return ({ fourEyes, run }) => {
    const ranks = ranksAt(standing.grants, run.project.unit?.path ?? null, standing.rootId);
    if (!allows('approval.resolve', ranks)) return 'role';
    return fourEyes && (ctx.userId === run.startedBy || ctx.userId === run.adoptedBy) ? 'four_eyes' : null;
  };
}
