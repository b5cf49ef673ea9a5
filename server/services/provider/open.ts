import type { Permission } from '@domain/access/policy';
import { notFound } from '@domain/errors';
import type { Prisma } from '../../db/generated/client';
import type { Tx } from '../../db/tenant';
import { authorize } from '../authorize';
import type { Ctx } from '../context';

export type ProviderRow = Prisma.ProviderConnectionGetPayload<Record<string, never>>;

/** The connection, if this person may see it and do this to it. @throws not_found, forbidden */
export async function openProvider(
  tx: Tx,
  ctx: Ctx,
  id: string,
  permission: Permission,
): Promise<ProviderRow> {
  const row = await tx.providerConnection.findFirst({ where: { id, deletedAt: null } });
  if (!row) throw notFound();
  await authorize(tx, ctx, permission, row);
  return row;
}

/** As `openProvider`, locked until the end of the transaction: no agent takes it up meanwhile. */
export async function lockProvider(
  tx: Tx,
  ctx: Ctx,
  id: string,
  permission: Permission,
): Promise<ProviderRow> {
  await openProvider(tx, ctx, id, permission);
  await tx.$queryRaw`
    SELECT FROM provider_connection WHERE org_id = ${ctx.orgId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  return openProvider(tx, ctx, id, permission);
}
