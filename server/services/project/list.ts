import { Id } from '@domain/ids';
import { decodeCursor, type Page, toPage } from '@domain/page';
import { z } from 'zod';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { toProject } from './present';

const Cursor = z.tuple([Id]);

/** The projects on the caller's line, oldest first; archived ones only when asked for. */
export async function listProjects(ctx: Ctx, input: Page & { archived: boolean }) {
  const after = decodeCursor(ctx.orgId, input.cursor, Cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'project.read');
    const rows = await tx.project.findMany({
      where: {
        AND: [
          await visibleTo(tx, ctx.userId),
          input.archived ? {} : { archivedAt: null },
          after ? { id: { gt: after[0] } } : {},
        ],
      },
      orderBy: { id: 'asc' },
      take: input.limit + 1,
    });
    return toPage(ctx.orgId, rows, input.limit, (row) => [row.id], toProject);
  });
}
