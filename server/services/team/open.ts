import type { Permission } from '@domain/access/policy';
import { notFound } from '@domain/errors';
import { Prisma } from '../../db/generated/client';
import type { Tx } from '../../db/tenant';
import { control } from '../../failpoint';
import { authorize } from '../authorize';
import type { Ctx } from '../context';

export type TeamRow = Prisma.TeamGetPayload<Record<string, never>>;

/** The team, if this person may see it and do this to it. @throws not_found, forbidden */
export async function openTeam(
  tx: Tx,
  ctx: Ctx,
  where: { id: string } | { slug: string },
  permission: Permission,
): Promise<TeamRow> {
  const row = await tx.team.findFirst({ where: { ...where, deletedAt: null } });
  if (!row) throw notFound();
  await authorize(tx, ctx, permission, row);
  return row;
}

/**
 * Row locks of a team until the end of the transaction. `use`: it is not deleted meanwhile; `change`: versions,
 * card and members are decided one after the other, and runs may still start; `delete`: no run starts meanwhile.
 */
const LOCK = {
  use: Prisma.sql`FOR KEY SHARE`,
  change: Prisma.sql`FOR NO KEY UPDATE`,
  delete: Prisma.sql`FOR UPDATE`,
} as const;

/** As `openTeam`, then locked and read again. Lock order: team, then agents by id. */
export async function lockTeam(
  tx: Tx,
  ctx: Ctx,
  id: string,
  permission: Permission,
  lock: keyof typeof LOCK = 'change',
): Promise<TeamRow> {
  const seen = await openTeam(tx, ctx, { id }, permission);
  // control: decisions about one team pass each other by
  if (control('team_lock')) return seen;
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT FROM team WHERE org_id = ${ctx.orgId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL ${LOCK[lock]}`;
  if (locked.length === 0) throw notFound();
  return tx.team.findUniqueOrThrow({ where: { orgId_id: { orgId: ctx.orgId, id } } });
}
