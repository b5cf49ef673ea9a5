import type { OrganizationBadge, OrganizationUpdate } from '@domain/organization/organization';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { badgeOf } from './present';

/** Renames the organization; its slug, which stands in addresses, stays. */
export async function updateOrganization(
  ctx: Ctx & { userId: string },
  input: OrganizationUpdate,
): Promise<OrganizationBadge> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'organization.update');
    const before = await badgeOf(tx, ctx.userId);
    await tx.organization.update({ where: { id: ctx.orgId }, data: { name: input.name } });
    await audit(tx, ctx, {
      action: 'organization.updated',
      targetType: 'organization',
      targetId: ctx.orgId,
      before: { name: before.badge.name },
      after: { name: input.name },
    });
    return { ...before.badge, name: input.name };
  });
}
