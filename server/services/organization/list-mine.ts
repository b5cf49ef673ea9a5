import { DomainError } from '@domain/errors';
import type { OrganizationBadge } from '@domain/organization/organization';
import { idAfter, type Page, toIdPage } from '@domain/page';
import { appClient } from '../../db/client';
import { tenantTx } from '../../db/tenant';
import { badgeOf } from './present';

/** The organizations that a person belongs to, oldest first; each is read inside its own wall. */
export async function listMyOrganizations(userId: string, input: Page) {
  const after = idAfter(userId, input.cursor);
  const rows = await appClient().$queryRaw<{ id: string }[]>`
    SELECT id FROM lister_organizations_of(${userId}::uuid) AS id
    WHERE ${after}::uuid IS NULL OR id > ${after}::uuid
    ORDER BY id LIMIT ${input.limit + 1}`;
  const page = toIdPage(
    userId,
    rows,
    input.limit,

    (row) => row.id,
  );
  const items: OrganizationBadge[] = [];
  for (const orgId of page.items) {
    const badge = await badgeIn(orgId, userId);
    if (badge) items.push(badge);
  }
  return { items, nextCursor: page.nextCursor };
}

/** Null: the membership ended between the two reads. */
async function badgeIn(orgId: string, userId: string): Promise<OrganizationBadge | null> {
  try {
    return (await tenantTx({ orgId, userId }, (tx) => badgeOf(tx, userId))).badge;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}
