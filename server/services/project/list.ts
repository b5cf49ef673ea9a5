import { idAfter, type Page, toIdPage } from '@domain/page';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { toProject } from './present';

/** The projects on the caller's line, oldest first; archived ones only when asked for. */
export async function listProjects(ctx: Ctx, input: Page & { archived: boolean }) {
  const after = idAfter(ctx.orgId, input.cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'project.read');
    const rows = await tx.project.findMany({
      where: {
        AND: [
          await visibleTo(tx, ctx.userId),
          input.archived ? {} : { archivedAt: null },
          after ? { id: { gt: after } } : {},
        ],
      },
      orderBy: { id: 'asc' },
      take: input.limit + 1,
    });
    return toIdPage(ctx.orgId, rows, input.limit, toProject);
  });
}
