import { DomainError } from '@domain/errors';
import { MemoryPropose, type MemoryView } from '@domain/memory/memory';
import { audit } from '../../db/audit';
import { newId } from '../../db/ids';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { loadRun } from '../run/load';
import { openHolder } from './holder';
import { toMemory } from './present';
import { announce, tellRuns } from './tell-runs';

/**
 * Remembers what a person says: confirmed at once, as nobody else has to look at it. In a run that is open, later
 * steps are told it. @throws not_found, forbidden, conflict `notes_full`
 */
export async function proposeMemory(ctx: Ctx & { userId: string }, raw: MemoryPropose): Promise<MemoryView> {
  const { scope, holderId, ...statement } = MemoryPropose.parse(raw);
  const id = newId();
  const { row, told } = await tenantTx(tenantOf(ctx), async (tx) => {
    const holder = await openHolder(tx, ctx, { scope, holderId }, 'memory.propose');
    const run = scope === 'run' ? await loadRun(tx, ctx, holderId) : null;
    const fact = { type: 'memory.confirmed', memoryId: id, by: ctx.userId } as const;
    const told = await tellRuns(tx, { orgId: ctx.orgId, runIds: [run?.id] }, fact);
    if (told.some(({ appended }) => appended.outcome === 'refused')) {
      throw new DomainError('conflict', 'This run has all the notes that it may have', {
        reason: 'notes_full',
      });
    }
    const row = await tx.memory.create({
      data: {
        ...{ orgId: ctx.orgId, id, scope, ...holder, ...statement },
        ...{ state: 'confirmed', authorKind: 'person', authorId: ctx.userId },
        ...{ sourceRunId: run?.id ?? null, decidedBy: ctx.userId, decidedAt: new Date() },
      },
    });
    await audit(tx, ctx, {
      action: 'memory.proposed',
      targetType: 'memory',
      targetId: id,
      after: { scope, holderId, ...statement },
    });
    return { row, told };
  });
  announce(told);
  return toMemory(row);
}
