import { idAfter, type Page, toIdPage } from '@domain/page';
import { tenantTx } from '../../db/tenant';
import { visibleUnits } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';

/** The units on the caller's line, parents before children. */
export async function listUnits(ctx: Ctx, input: Page) {
  const after = idAfter(ctx.orgId, input.cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'unit.read');
    const rows = await tx.orgUnit.findMany({
      where: { AND: [await visibleUnits(tx, ctx.userId), after ? { id: { gt: after } } : {}] },
      // Ids grow with time, and a unit is made under one that exists.
      orderBy: { id: 'asc' },
      take: input.limit + 1,
      select: { id: true, parentId: true, name: true, path: true },
    });
    return toIdPage(
      ctx.orgId,
      rows,
      input.limit,

      (row) => row,
    );
  });
}
