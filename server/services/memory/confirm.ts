import { DomainError } from '@domain/errors';
import type { MemoryView } from '@domain/memory/memory';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { loadMemory } from './load';
import { toMemory } from './present';
import { announce, tellRuns } from './tell-runs';

/**
 * A person vouches for what an agent proposed. One that is confirmed already stays as it is.
 * @throws not_found, forbidden, conflict `superseded`
 */
export async function confirmMemory(
  ctx: Ctx & { userId: string },
  { id }: { id: string },
): Promise<MemoryView> {
  const { row, told } = await tenantTx(tenantOf(ctx), async (tx) => {
    const found = await loadMemory(tx, ctx, id, 'memory.decide');
    const { sourceRunId, runId } = found;
    const fact = { type: 'memory.confirmed', memoryId: id, by: ctx.userId } as const;
    const told =
      found.state === 'proposed'
        ? await tellRuns(tx, { orgId: ctx.orgId, runIds: [sourceRunId, runId] }, fact)
        : [];
    const { count } = await tx.memory.updateMany({
      where: { orgId: ctx.orgId, id, state: 'proposed' },
      data: { state: 'confirmed', decidedBy: ctx.userId, decidedAt: new Date(), updatedAt: new Date() },
    });
    const row = await tx.memory.findUniqueOrThrow({ where: { orgId_id: { orgId: ctx.orgId, id } } });
    if (row.state === 'superseded')
      throw new DomainError('conflict', 'This was withdrawn', { reason: 'superseded' });
    if (count > 0)
      await audit(tx, ctx, {
        action: 'memory.confirmed',
        targetType: 'memory',
        targetId: id,
        before: { state: 'proposed' },
        after: { state: 'confirmed' },
      });
    return { row, told };
  });
  announce(told);
  return toMemory(row);
}
