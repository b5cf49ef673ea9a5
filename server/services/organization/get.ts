import type { Organization } from '@domain/organization/organization';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { badgeOf } from './present';

export async function getOrganization(ctx: Ctx & { userId: string }): Promise<Organization> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'organization.read');
    const { badge, memberships, createdAt, handoff } = await badgeOf(tx, ctx.userId);
    const root = await tx.orgUnit.findFirstOrThrow({ where: { parentId: null }, select: { id: true } });
    return { ...badge, rootUnitId: root.id, handoff, memberships, createdAt: createdAt.toISOString() };
  });
}
