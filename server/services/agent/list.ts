import type { AgentView } from '@domain/agent/view';
import { idAfter, type Page, toIdPage } from '@domain/page';
import { containing } from '../../db/containing';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { AGENT_PARTS } from './open';
import { toAgent } from './present';

/** The agents on the caller's line, newest first; `q` looks into name and role. */
export async function listAgents(
  ctx: Ctx,
  input: Page & { q?: string },
): Promise<{ items: AgentView[]; nextCursor: string | null }> {
  const after = idAfter(ctx.orgId, input.cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'agent.read');
    const holds = containing(input.q ?? '');
    const rows = await tx.agent.findMany({
      where: {
        AND: [
          { orgId: ctx.orgId, deletedAt: null },
          await visibleTo(tx, ctx.userId),
          input.q ? { OR: [{ name: holds }, { role: holds }] } : {},
          after ? { id: { lt: after } } : {},
        ],
      },
      include: AGENT_PARTS,
      orderBy: { id: 'desc' },
      take: input.limit + 1,
    });
    return toIdPage(ctx.orgId, rows, input.limit, toAgent);
  });
}
