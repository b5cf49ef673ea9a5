import { notFound } from '@domain/errors';
import { appClient } from '../../db/client';
import type { Ctx } from '../context';

/**
 * The context of a member's request to the organization with `slug`. Runs before a tenant is known, so it uses
 * nothing but the two look-ups that give ids. @throws not_found for an unknown slug and for who is no member.
 */
export async function resolveOrganization(
  slug: string,
  who: { userId: string; requestId: string },
): Promise<Ctx & { userId: string }> {
  const rows = await appClient().$queryRaw<{ org_id: string | null }[]>`
    SELECT found.org_id FROM lister_organization_by_slug(${slug}) AS found (org_id)
    WHERE found.org_id IN (SELECT lister_organizations_of(${who.userId}::uuid))`;
  const orgId = rows[0]?.org_id;
  if (!orgId) throw notFound();
  return { orgId, actor: { kind: 'user', userId: who.userId }, ...who };
}
