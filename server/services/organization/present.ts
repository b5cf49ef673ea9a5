import { Role, rankOf } from '@domain/access/actor';
import { notFound } from '@domain/errors';
import type { OrganizationBadge } from '@domain/organization/organization';
import type { Tx } from '../../db/tenant';

/** The organization of this transaction as the person sees it. @throws not_found for who is no member. */
export async function badgeOf(tx: Tx, userId: string) {
  const organization = await tx.organization.findFirst();
  const rows = await tx.membership.findMany({ where: { userId }, select: { unitId: true, role: true } });
  const memberships = rows.map((row) => ({ unitId: row.unitId, role: Role.parse(row.role) }));
  const [highest] = memberships.map(({ role }) => role).sort((a, b) => rankOf(b) - rankOf(a));
  if (!organization || !highest) throw notFound();
  const badge: OrganizationBadge = {
    id: organization.id,
    slug: organization.slug,
    name: organization.name,
    role: highest,
    suspended: organization.suspendedAt !== null,
  };
  const { createdAt, handoff } = organization;
  return { badge, memberships, createdAt, handoff };
}
