import type { OrganizationBadge, OrganizationUpdate } from '@domain/organization/organization';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { badgeOf } from './present';

/** Renames the organization, or allows its agents to hand work over; its slug, which stands in addresses, stays. */
export async function updateOrganization(
  ctx: Ctx & { userId: string },
  input: OrganizationUpdate,
): Promise<OrganizationBadge> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'organization.update');
    const before = await badgeOf(tx, ctx.userId);
    const { name, handoff } = input;
    const changed = await tx.organization.update({ where: { id: ctx.orgId }, data: { name, handoff } });
    await audit(tx, ctx, {
      action: 'organization.updated',
      targetType: 'organization',
      targetId: ctx.orgId,
      before: { name: before.badge.name, handoff: before.handoff },
      after: { name: changed.name, handoff: changed.handoff },
    });
    return { ...before.badge, name: changed.name };
  });
}
