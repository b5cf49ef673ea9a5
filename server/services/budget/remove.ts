import { CapLevel } from '@domain/budget/cap';
import { DomainError, notFound } from '@domain/errors';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { wakeAtCaps } from '../step/wake-capped';
import { approveRaised } from './approve-raised';
import { lockCaps } from './lock';
import { openSubject } from './subject';

/** Takes a cap away; whoever waited for it goes on. @throws not_found, forbidden */
export async function removeCap(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  await tenantTx(tenantOf(ctx), async (tx) => {
    const where = { orgId: ctx.orgId, id, removedAt: null };
    const seen = await tx.cap.findFirst({ where });
    if (!seen) throw notFound();
    try {
      await openSubject(tx, ctx, CapLevel.parse(seen.level), seen.subjectId, 'budget.set');
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
      // Its subject is gone, or below a line that only those at the root see across: theirs it is to remove.
      await authorize(tx, ctx, 'budget.set');
    }
    await lockCaps(tx, ctx);
    const row = await tx.cap.findFirst({ where });
    if (!row) throw notFound();
    await tx.cap.update({
      where: { orgId_id: { orgId: ctx.orgId, id } },
      data: { removedAt: new Date() },
    });
    await audit(tx, ctx, {
      action: 'budget.removed',
      targetType: 'cap',
      targetId: id,
      before: { level: row.level, subjectId: row.subjectId, limitMicros: Number(row.limitMicros) },
    });
  });
  await approveRaised(ctx, id);
  await wakeAtCaps(ctx.orgId);
  return { id };
}
