import type { AgentView } from '@domain/agent/view';
import { Id } from '@domain/ids';
import { decodeCursor, type Page, toPage } from '@domain/page';
import { z } from 'zod';
import { containing } from '../../db/containing';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { AGENT_PARTS } from './open';
import { toAgent } from './present';

const Cursor = z.tuple([Id]);

/** The agents on the caller's line, newest first; `q` looks into name and role. */
export async function listAgents(
  ctx: Ctx,
  input: Page & { q?: string },
): Promise<{ items: AgentView[]; nextCursor: string | null }> {
  const after = decodeCursor(ctx.orgId, input.cursor, Cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'agent.read');
    const holds = containing(input.q ?? '');
    const rows = await tx.agent.findMany({
      where: {
        AND: [
          { orgId: ctx.orgId, deletedAt: null },
          await visibleTo(tx, ctx.userId),
          input.q ? { OR: [{ name: holds }, { role: holds }] } : {},
          after ? { id: { lt: after[0] } } : {},
        ],
      },
      include: AGENT_PARTS,
      orderBy: { id: 'desc' },
      take: input.limit + 1,
    });
    return toPage(ctx.orgId, rows, input.limit, (row) => [row.id], toAgent);
  });
}
