import { type CapSet as CapForm, type CapPeriod, CapSet } from '@domain/budget/cap';
import { DomainError } from '@domain/errors';
import type { z } from 'zod';
import { audit } from '../../db/audit';
import { newId } from '../../db/ids';
import { type Tx, tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { wakeAtCaps } from '../step/wake-capped';
import { approveRaised } from './approve-raised';
import { lockCaps } from './lock';
import { openSubject, RANK } from './subject';

/**
 * Sets what a level may spend in a period, from now on; what the period has spent before counts. Runs that wait for
 * more under it go on, as far as it now allows. @throws not_found, forbidden, bad_request
 */
export async function setCap(ctx: Ctx, raw: z.input<typeof CapSet>): Promise<{ id: string }> {
  const input = CapSet.parse(raw);
  const { level, period, limitMicros, atLimit } = input;
  requireSubject(input);
  const { id, raised } = await tenantTx(tenantOf(ctx), async (tx) => {
    const subject = await openSubject(tx, ctx, level, input.subjectId, 'budget.set');
    await lockCaps(tx, ctx);
    const where = { orgId: ctx.orgId, level, subjectId: subject.id, period, removedAt: null };
    const before = await tx.cap.findFirst({ where });
    const terms = { limitMicros: BigInt(limitMicros), atLimit, setBy: ctx.userId ?? ctx.orgId };
    const capId = before?.id ?? newId();
    if (before) {
      const key = { orgId_id: { orgId: ctx.orgId, id: capId } };
      await tx.cap.update({ where: key, data: { ...terms, updatedAt: new Date() } });
    } else {
      const made = { orgId: ctx.orgId, id: capId, level, subjectId: subject.id, rank: RANK[level], period };
      await tx.cap.create({ data: { ...made, ...terms } });
      await countBefore(tx, ctx.orgId, capId, { level, subjectId: subject.id, period });
    }
    await audit(tx, ctx, {
      action: 'budget.set',
      targetType: 'cap',
      targetId: capId,
      ...(before && { before: { limitMicros: Number(before.limitMicros), atLimit: before.atLimit } }),
      after: { level, subjectId: subject.id, period, limitMicros, atLimit },
    });
    return { id: capId, raised: before !== null && limitMicros > Number(before.limitMicros) };
  });
  if (raised) await approveRaised(ctx, id);
  await wakeAtCaps(ctx.orgId);
  return { id };
}

function requireSubject({ level, subjectId }: CapForm): void {
  if ((level === 'organization') === (subjectId === null)) return;
  const message = 'Every level but the organization names its subject';
  throw new DomainError('bad_request', message, {
    reason: 'bad_subject',
    issues: [{ path: ['subjectId'], code: 'bad_subject', message }],
  });
}

/** What the period has spent before, ceilings of calls in flight included, is taken from the beginning. */
async function countBefore(
  tx: Tx,
  orgId: string,
  capId: string,
  { level, subjectId, period }: { level: string; subjectId: string; period: CapPeriod },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "cap_use" (org_id, cap_id, period_start, taken_micros)
    SELECT ${orgId}::uuid, ${capId}::uuid, t.start, cap_base(${orgId}::uuid, ${level}, ${subjectId}::uuid, t.start)
    FROM (SELECT cap_period_start(${period}, clock_timestamp()) AS start) t`;
}
