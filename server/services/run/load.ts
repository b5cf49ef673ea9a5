import { notFound } from '@domain/errors';
import type { Prisma } from '../../db/generated/client';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { authorize } from '../authorize';
import type { Ctx } from '../context';

/** What a list reads of a run: everything but the pinned document. */
export const RUN_COLUMNS = {
  id: true,
  goal: true,
  status: true,
  reason: true,
  teamId: true,
  teamVersion: true,
  kind: true,
  rerunOf: true,
  startedBy: true,
  spentMicros: true,
  reservedMicros: true,
  unknownMicros: true,
  capMicros: true,
  inputTokens: true,
  outputTokens: true,
  reworkRounds: true,
  seq: true,
  createdAt: true,
  startedAt: true,
  endedAt: true,
  closedAt: true,
  project: { select: { id: true, slug: true, name: true, unitId: true } },
} satisfies Prisma.RunSelect;
export type RunRow = Prisma.RunGetPayload<{ select: typeof RUN_COLUMNS }>;

/**
 * The run, when the caller sees its project and may read runs there. @throws not_found otherwise, with the same
 * bytes as for a random id.
 */
export async function loadRun(tx: Tx, ctx: Ctx, id: string): Promise<RunRow> {
  const found = await tx.run.findFirst({
    where: { orgId: ctx.orgId, id, project: await visibleTo(tx, ctx.userId) },
    select: RUN_COLUMNS,
  });
  if (!found) throw notFound();
  await authorize(tx, ctx, 'run.read', found.project);
  return found;
}
