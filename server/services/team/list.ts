import { idAfter, type Page, toIdPage } from '@domain/page';
import type { TeamSummary } from '@domain/team/view';
import { containing } from '../../db/containing';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { summarise } from './summarise';

/** The teams on the caller's line, newest first; `q` looks into name and description. */
export async function listTeams(
  ctx: Ctx,
  input: Page & { q?: string },
): Promise<{ items: TeamSummary[]; nextCursor: string | null }> {
  const after = idAfter(ctx.orgId, input.cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'team.read');
    const holds = containing(input.q ?? '');
    const rows = await tx.team.findMany({
      where: {
        AND: [
          { orgId: ctx.orgId, deletedAt: null },
          await visibleTo(tx, ctx.userId),
          input.q ? { OR: [{ name: holds }, { description: holds }] } : {},
          after ? { id: { lt: after } } : {},
        ],
      },
      orderBy: { id: 'desc' },
      take: input.limit + 1,
    });
    const page = toIdPage(
      ctx.orgId,
      rows,
      input.limit,

      (row) => row,
    );
    return { ...page, items: await summarise(tx, ctx, page.items) };
  });
}
