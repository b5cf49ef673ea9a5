import { CapLevel } from '@domain/budget/cap';
import { notFound } from '@domain/errors';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { wakeAtCaps } from '../step/wake-capped';
import { approveRaised } from './approve-raised';
import { openSubject } from './subject';

/** Takes a cap away; whoever waited for it goes on. @throws not_found, forbidden */
export async function removeCap(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  await tenantTx(tenantOf(ctx), async (tx) => {
    const row = await tx.cap.findFirst({ where: { orgId: ctx.orgId, id, removedAt: null } });
    if (!row) throw notFound();
    await openSubject(tx, ctx, CapLevel.parse(row.level), row.subjectId, 'budget.set');
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
