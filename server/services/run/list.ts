import { Id } from '@domain/ids';
import { decodeCursor, toPage } from '@domain/page';
import type { RunList, RunSummary } from '@domain/run/view';
import { z } from 'zod';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { RUN_COLUMNS } from './load';
import { summariseRuns } from './present';

/** Years that a run may have, and that every part of the database can hold: year 0 is none to PostgreSQL. */
const Moment = z.iso.datetime().regex(/^2\d{3}-/);

const Cursor = z.tuple([Moment, Id]);

/** The runs of the projects on the caller's line, newest first. @throws bad_request for a cursor that is none */
export async function listRuns(
  ctx: Ctx,
  input: RunList,
): Promise<{ items: RunSummary[]; nextCursor: string | null }> {
  const after = decodeCursor(ctx.orgId, input.cursor, Cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'run.read');
    const projects = await tx.project.findMany({
      where: { AND: [await visibleTo(tx, ctx.userId), input.projectId ? { id: input.projectId } : {}] },
      select: { id: true },
    });
    const rows = await tx.run.findMany({
      where: {
        orgId: ctx.orgId,
        projectId: { in: projects.map((project) => project.id) },
        ...(input.teamId ? { teamId: input.teamId } : {}),
        ...(input.status ? { status: { in: input.status } } : {}),
        ...(after ? before(new Date(after[0]), after[1]) : {}),
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: input.limit + 1,
      select: RUN_COLUMNS,
    });
    const page = toPage(
      ctx.orgId,
      rows,
      input.limit,
      (row) => [row.createdAt.toISOString(), row.id],
      (row) => row,
    );
    return { ...page, items: await summariseRuns(tx, ctx, page.items) };
  });
}

/** The first line lets the index end the scan; the second decides among runs of the same moment. */
const before = (at: Date, id: string) => ({
  createdAt: { lte: at },
  OR: [{ createdAt: { lt: at } }, { id: { lt: id } }],
});
