import type { ApprovalList, ApprovalView } from '@domain/approval/approval';
import { Id } from '@domain/ids';
import { decodeCursor, toPage } from '@domain/page';
import { GateKind } from '@domain/run/gate-facts';
import { z } from 'zod';
import type { Prisma } from '../../db/generated/client';
import { type Tx, tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { barIn, openIn } from './open';

/** Years that a gate may have, and that every part of the database can hold. */
const Moment = z.iso.datetime().regex(/^2\d{3}-/);
const Cursor = z.tuple([Moment, Id, z.string().max(40)]);

const WITH_RUN = {
  run: {
    select: {
      goal: true,
      teamId: true,
      startedBy: true,
      adoptedBy: true,
      project: { select: { id: true, slug: true, name: true, unit: { select: { path: true } } } },
    },
  },
} satisfies Prisma.ApprovalInclude;
type Row = Prisma.ApprovalGetPayload<{ include: typeof WITH_RUN }>;

/**
 * What waits for a person in the runs that the caller sees, who waits longest first; whether the caller may decide
 * it stands beside it. @throws bad_request for a cursor that is none
 */
export async function listApprovals(
  ctx: Ctx,
  input: ApprovalList,
): Promise<{ items: ApprovalView[]; nextCursor: string | null }> {
  const after = decodeCursor(ctx.orgId, input.cursor, Cursor);
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'approval.read');
    const rows = await tx.approval.findMany({
      where: {
        AND: [
          await openIn(tx, ctx, input.projectId),
          after ? behind(new Date(after[0]), after[1], after[2]) : {},
        ],
      },
      orderBy: [{ requestedAt: 'asc' }, { runId: 'asc' }, { gateId: 'asc' }],
      take: input.limit + 1,
      include: WITH_RUN,
    });
    const page = toPage(
      ctx.orgId,
      rows,
      input.limit,
      (row) => [row.requestedAt.toISOString(), row.runId, row.gateId],
      (row) => row,
    );
    return { ...page, items: await present(tx, ctx, page.items) };
  });
}

/** The first line lets the index begin where the page does; the second decides among gates of the same moment. */
const behind = (at: Date, runId: string, gateId: string): Prisma.ApprovalWhereInput => ({
  requestedAt: { gte: at },
  OR: [{ requestedAt: { gt: at } }, { runId: { gt: runId } }, { runId, gateId: { gt: gateId } }],
});

async function present(tx: Tx, ctx: Ctx, rows: readonly Row[]): Promise<ApprovalView[]> {
  const barOf = await barIn(tx, ctx);
  const teams = await tx.team.findMany({
    where: {
      AND: [{ id: { in: rows.flatMap(({ run }) => run.teamId ?? []) } }, await visibleTo(tx, ctx.userId)],
    },
    select: { id: true, slug: true, name: true },
  });
  const people = await tx.user.findMany({
    where: { id: { in: rows.map(({ run }) => run.startedBy) } },
    select: { id: true, name: true },
  });
  return rows.map((row) => ({
    runId: row.runId,
    gateId: row.gateId,
    kind: GateKind.parse(row.kind),
    title: row.title,
    round: row.round,
    question: row.question,
    preview: row.preview,
    fourEyes: row.fourEyes,
    bar: barOf(row),
    goal: row.run.goal,
    project: { id: row.run.project.id, slug: row.run.project.slug, name: row.run.project.name },
    team: teams.find((team) => team.id === row.run.teamId) ?? null,
    startedBy: {
      id: row.run.startedBy,
      name: people.find((person) => person.id === row.run.startedBy)?.name ?? null,
    },
    requestedAt: row.requestedAt.toISOString(),
    deadlineAt: row.deadlineAt.toISOString(),
  }));
}
