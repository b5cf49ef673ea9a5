import type { MemoryList, MemoryView } from '@domain/memory/memory';
import { idAfter, toIdPage } from '@domain/page';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { type Ctx, tenantOf } from '../context';
import { openHolder } from './holder';
import { toMemory } from './present';

/**
 * What is remembered for an agent, a team or a run, newest first; without what came from runs that the caller does not
 * see. @throws not_found, forbidden, bad_request for a cursor that is none
 */
export async function listMemories(
  ctx: Ctx,
  input: MemoryList,
): Promise<{ items: MemoryView[]; nextCursor: string | null }> {
  const after = idAfter(ctx.orgId, input.cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    const holder = await openHolder(tx, ctx, input, 'memory.read');
    const rows = await tx.memory.findMany({
      where: {
        AND: [
          { orgId: ctx.orgId, ...holder },
          { OR: [{ sourceRunId: null }, { sourceRun: { project: await visibleTo(tx, ctx.userId) } }] },
          input.state ? { state: input.state } : {},
          after ? { id: { lt: after } } : {},
        ],
      },
      orderBy: { id: 'desc' },
      take: input.limit + 1,
    });
    return toIdPage(ctx.orgId, rows, input.limit, toMemory);
  });
}
