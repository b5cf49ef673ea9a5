import type { Permission } from '@domain/access/policy';
import { notFound } from '@domain/errors';
import { Prisma } from '../../db/generated/client';
import type { Tx } from '../../db/tenant';
import { authorize } from '../authorize';
import type { Ctx } from '../context';

export const AGENT_PARTS = {
  provider: { select: { id: true, name: true, kind: true } },
  unit: { select: { id: true, name: true } },
} satisfies Prisma.AgentInclude;

export type AgentRow = Prisma.AgentGetPayload<{ include: typeof AGENT_PARTS }>;

/** The agent, if this person may see it and do this to it. @throws not_found, forbidden */
export async function openAgent(tx: Tx, ctx: Ctx, id: string, permission: Permission): Promise<AgentRow> {
  const row = await tx.agent.findFirst({ where: { id, deletedAt: null }, include: AGENT_PARTS });
  if (!row) throw notFound();
  await authorize(tx, ctx, permission, row);
  return row;
}

/**
 * Row locks of an agent until the end of the transaction. `change`: edits follow one another; `delete`: nobody
 * takes it into a team meanwhile, who was doing so commits first.
 */
const LOCK = { change: Prisma.sql`FOR NO KEY UPDATE`, delete: Prisma.sql`FOR UPDATE` } as const;

/** As `openAgent`, then locked and read again. */
export async function lockAgent(
  tx: Tx,
  ctx: Ctx,
  id: string,
  permission: Permission,
  lock: keyof typeof LOCK = 'change',
): Promise<AgentRow> {
  await openAgent(tx, ctx, id, permission);
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT FROM agent WHERE org_id = ${ctx.orgId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL ${LOCK[lock]}`;
  if (locked.length === 0) throw notFound();
  const where = { orgId_id: { orgId: ctx.orgId, id } };
  return tx.agent.findUniqueOrThrow({ where, include: AGENT_PARTS });
}
