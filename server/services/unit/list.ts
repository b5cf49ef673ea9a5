import { Id } from '@domain/ids';
import { decodeCursor, type Page, toPage } from '@domain/page';
import { z } from 'zod';
import { tenantTx } from '../../db/tenant';
import { visibleUnits } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';

const Cursor = z.tuple([Id]);

/** The units on the caller's line, parents before children. */
export async function listUnits(ctx: Ctx, input: Page) {
  const after = decodeCursor(ctx.orgId, input.cursor, Cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'unit.read');
    const rows = await tx.orgUnit.findMany({
      where: { AND: [await visibleUnits(tx, ctx.userId), after ? { id: { gt: after[0] } } : {}] },
      // Ids grow with time, and a unit is made under one that exists.
      orderBy: { id: 'asc' },
      take: input.limit + 1,
      select: { id: true, parentId: true, name: true, path: true },
    });
    return toPage(
      ctx.orgId,
      rows,
      input.limit,
      (row) => [row.id],
      (row) => row,
    );
  });
}
