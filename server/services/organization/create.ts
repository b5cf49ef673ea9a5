// Authorises nothing: there is no organization yet in which somebody could hold a right. Whoever is signed in may.
import { DomainError } from '@domain/errors';
import { slugify } from '@domain/ids';
import type { OrganizationCreate } from '@domain/organization/organization';
import { audit } from '../../db/audit';
import { appClient } from '../../db/client';
import { Prisma } from '../../db/generated/client';
import { newId } from '../../db/ids';
import { tenantTx } from '../../db/tenant';
import { furnish } from './furnish';

/** Organizations that want the same slug at the same moment: how often another ending is tried. */
const MAX_TRIES = 5;

/**
 * A new organization with everything for its first run, owned by `who`.
 * @throws conflict `slug_taken` for a slug that was asked for; one made from the name gets a free ending.
 */
export async function createOrganization(
  who: { userId: string; requestId: string },
  input: OrganizationCreate,
): Promise<{ id: string; slug: string }> {
  for (let tries = 1; ; tries += 1) {
    const orgId = newId();
    const slug = await freeSlug(input, orgId);
    try {
      await write(who, orgId, slug, input.name);
      return { id: orgId, slug };
    } catch (error) {
      // Somebody took the slug between the look and the write.
      const lost = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
      if (!lost) throw error;
      if (input.slug || tries === MAX_TRIES) throw taken();
    }
  }
}

const taken = () => new DomainError('conflict', 'This short name is taken', { reason: 'slug_taken' });

async function freeSlug(input: OrganizationCreate, orgId: string): Promise<string> {
  const wanted = input.slug ?? slugify(input.name);
  if (wanted.length < 2) return `org-${orgId.slice(-6)}`;
  const rows = await appClient().$queryRaw<{ id: string | null }[]>`
    SELECT lister_organization_by_slug(${wanted}) AS id`;
  if (!rows[0]?.id) return wanted;
  if (input.slug) throw taken();
  return `${wanted}-${orgId.slice(-6)}`;
}

async function write(
  { userId, requestId }: { userId: string; requestId: string },
  orgId: string,
  slug: string,
  name: string,
): Promise<void> {
  await tenantTx({ orgId, userId }, async (tx) => {
    await tx.organization.create({ data: { id: orgId, slug, name } });
    const made = await furnish(tx, orgId, userId, name);
    const who = { orgId, actor: { kind: 'user' as const, userId }, requestId };
    const rows: [action: string, targetType: string, targetId: string][] = [
      ['organization.created', 'organization', orgId],
      ['unit.created', 'unit', made.rootUnitId],
      ['member.added', 'user', userId],
      ['project.created', 'project', made.projectId],
      ['provider.created', 'provider', made.providerId],
      ['agent.created', 'agent', made.agentId],
    ];
    for (const [action, targetType, targetId] of rows) await audit(tx, who, { action, targetType, targetId });
  });
}
