import { type ApprovalCount, COUNT_MAX } from '@domain/approval/approval';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { barIn, openIn } from './open';

/** Gates that are looked at, longest waiting first: those of others may stand before the caller's own. */
const LOOKED_AT = 2_000;
const AT_ONCE = 200;

/** How many gates the caller may decide now, counted to `COUNT_MAX`. @throws not_found, forbidden */
export async function countApprovals(ctx: Ctx): Promise<ApprovalCount> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'approval.read');
    const barOf = await barIn(tx, ctx);
    const where = await openIn(tx, ctx);
    let open = 0;
    for (let skip = 0; skip < LOOKED_AT && open < COUNT_MAX; skip += AT_ONCE) {
      const rows = await tx.approval.findMany({
        where,
        orderBy: [{ requestedAt: 'asc' }, { runId: 'asc' }, { gateId: 'asc' }],
        ...{ skip, take: AT_ONCE },
        select: {
          fourEyes: true,
          run: {
            select: {
              startedBy: true,
              adoptedBy: true,
              project: { select: { unit: { select: { path: true } } } },
            },
          },
        },
      });
      open += rows.filter((row) => barOf(row) === null).length;
      if (rows.length < AT_ONCE) break;
    }
    return { open: Math.min(open, COUNT_MAX) };
  });
}
