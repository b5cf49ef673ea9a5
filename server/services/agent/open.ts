import type { Permission } from '@domain/access/policy';
import { notFound } from '@domain/errors';
import type { Prisma } from '../../db/generated/client';
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
