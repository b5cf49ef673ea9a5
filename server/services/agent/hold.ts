import { notFound } from '@domain/errors';
import { Prisma } from '../../db/generated/client';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import type { Ctx } from '../context';

/** What a team needs to know of an agent that it takes in. */
export type HeldAgent = {
  id: string;
  name: string;
  model: string;
  provider: { models: string[]; deletedAt: Date | null };
};

/**
 * The agents of these ids that this person may see, locked so that none is deleted before the transaction ends.
 * The caller says what a missing one means.
 */
export async function holdAgents(tx: Tx, ctx: Ctx, ids: readonly string[]): Promise<Map<string, HeldAgent>> {
  const wanted = [...new Set(ids)].sort();
  if (wanted.length === 0) return new Map();
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM agent
    WHERE org_id = ${ctx.orgId}::uuid AND id IN (${Prisma.join(wanted.map((id) => Prisma.sql`${id}::uuid`))})
      AND deleted_at IS NULL
    ORDER BY id FOR KEY SHARE`;
  const rows = await tx.agent.findMany({
    where: { AND: [{ id: { in: held.map((row) => row.id) } }, await visibleTo(tx, ctx.userId)] },
    select: { id: true, name: true, model: true, provider: { select: { models: true, deletedAt: true } } },
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** One agent. @throws not_found when it is unknown, deleted or invisible */
export async function holdAgent(tx: Tx, ctx: Ctx, id: string): Promise<HeldAgent> {
  const agent = (await holdAgents(tx, ctx, [id])).get(id);
  if (!agent) throw notFound();
  return agent;
}
