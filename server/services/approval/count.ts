import { type ApprovalCount, COUNT_MAX } from '@domain/approval/approval';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { barIn, openIn } from './open';

/** How many gates the caller may decide now, counted to `COUNT_MAX`. @throws not_found, forbidden */
export async function countApprovals(ctx: Ctx): Promise<ApprovalCount> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'approval.read');
    const rows = await tx.approval.findMany({
      where: await openIn(tx, ctx),
      orderBy: { requestedAt: 'asc' },
      take: COUNT_MAX,
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
    const barOf = await barIn(tx, ctx);
    return { open: rows.filter((row) => barOf(row) === null).length };
  });
}
