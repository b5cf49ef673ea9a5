import { idAfter, type Page, toIdPage } from '@domain/page';
import type { Provider } from '@domain/provider/provider';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { toProvider } from './present';
import { pricesOf } from './price';

/** The provider connections on the caller's line, oldest first. */
export async function listProviders(
  ctx: Ctx,
  input: Page,
): Promise<{ items: Provider[]; nextCursor: string | null }> {
  const after = idAfter(ctx.orgId, input.cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'provider.read');
    const rows = await tx.providerConnection.findMany({
      where: {
        AND: [{ deletedAt: null }, await visibleTo(tx, ctx.userId), after ? { id: { gt: after } } : {}],
      },
      orderBy: { id: 'asc' },
      take: input.limit + 1,
    });
    const priced = await pricesOf(
      tx,
      rows.map((row) => row.id),
    );
    return toIdPage(
      ctx.orgId,
      rows,
      input.limit,

      (row) => toProvider(row, priced),
    );
  });
}
