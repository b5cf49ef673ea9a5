import { DomainError } from '@domain/errors';
import type { MemorySupersede, MemoryView } from '@domain/memory/memory';
import { audit } from '../../db/audit';
import { type Tx, tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { loadMemory } from './load';
import { toMemory } from './present';
import { announce, tellRuns } from './tell-runs';

/**
 * Withdraws a memory for good, in favour of `by` where there is one: it is used nowhere from now on. One that is
 * withdrawn already stays as it is. @throws not_found, forbidden, conflict `bad_successor`
 */
export async function supersedeMemory(
  ctx: Ctx & { userId: string },
  { id, by }: MemorySupersede,
): Promise<MemoryView> {
  const { row, told } = await tenantTx(tenantOf(ctx), async (tx) => {
    const found = await loadMemory(tx, ctx, id, 'memory.decide');
    const successor = by === undefined ? null : await loadMemory(tx, ctx, by, 'memory.read');
    if (successor && (successor.id === id || holderOf(successor) !== holderOf(found))) throw badSuccessor();
    const fact = { type: 'memory.superseded', memoryId: id, by: ctx.userId } as const;
    const told = await tellRuns(tx, { orgId: ctx.orgId, runIds: [found.sourceRunId, found.runId] }, fact);
    await lockBoth(tx, ctx, id, by);
    const { count } = await tx.memory.updateMany({
      where: { orgId: ctx.orgId, id, state: { not: 'superseded' } },
      data: {
        ...{ state: 'superseded', supersededBy: by ?? null, decidedBy: ctx.userId },
        ...{ decidedAt: new Date(), updatedAt: new Date() },
      },
    });
    if (count > 0)
      await audit(tx, ctx, {
        action: 'memory.superseded',
        targetType: 'memory',
        targetId: id,
        before: { state: found.state },
        after: { state: 'superseded', by: by ?? null },
      });
    const row = await tx.memory.findUniqueOrThrow({ where: { orgId_id: { orgId: ctx.orgId, id } } });
    return { row, told };
  });
  announce(told);
  return toMemory(row);
}

const badSuccessor = (): DomainError =>
  new DomainError('conflict', 'This cannot take its place', { reason: 'bad_successor' });

type Held = { scope: string; agentId: string | null; teamId: string | null; runId: string | null };
const holderOf = ({ scope, agentId, teamId, runId }: Held): string =>
  [scope, agentId, teamId, runId].join('/');

/** Two statements never take each other's place: both are locked, in one order, before either is looked at. */
async function lockBoth(tx: Tx, ctx: Ctx, id: string, by: string | undefined): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string; state: string }[]>`
    SELECT id, state FROM "memory" WHERE org_id = ${ctx.orgId}::uuid AND id = ANY (${[id, by ?? id]}::uuid[])
    ORDER BY id FOR UPDATE`;
  if (by !== undefined && rows.find((row) => row.id === by)?.state === 'superseded') throw badSuccessor();
}
