import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import type { Ctx } from '../context';

/** The projects on the caller's line: the runs whose costs they may see. */
export async function visibleProjects(tx: Tx, ctx: Ctx, projectId?: string): Promise<string[]> {
  const rows = await tx.project.findMany({
    where: {
      AND: [
        { orgId: ctx.orgId, ...(projectId !== undefined && { id: projectId }) },
        await visibleTo(tx, ctx.userId),
      ],
    },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
