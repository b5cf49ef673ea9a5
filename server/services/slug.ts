import { DomainError } from '@domain/errors';
import { slugify } from '@domain/ids';
import type { Tx } from '../db/tenant';

type Sluggish = 'agent' | 'project' | 'team';

const isTaken: Record<Sluggish, (tx: Tx, slug: string) => Promise<boolean>> = {
  agent: async (tx, slug) => (await tx.agent.count({ where: { slug, deletedAt: null } })) > 0,
  project: async (tx, slug) => (await tx.project.count({ where: { slug } })) > 0,
  // `teams/new` is the page that makes one.
  team: async (tx, slug) => slug === 'new' || (await tx.team.count({ where: { slug, deletedAt: null } })) > 0,
};

/**
 * A slug that is free until this transaction ends: every writer of slugs of an organization's `kind` queues here.
 * `wanted` is taken as it is (@throws conflict `slug_taken`); without it one is made from `name`, with a number
 * where that is taken. Deleted ones do not count: their slug is free again.
 */
export async function freeSlug(
  tx: Tx,
  kind: Sluggish,
  orgId: string,
  name: string,
  wanted?: string,
): Promise<string> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`slug:${kind}:${orgId}`}, 0))`;
  if (wanted !== undefined) {
    if (await isTaken[kind](tx, wanted))
      throw new DomainError('conflict', 'This slug is already used', { reason: 'slug_taken' });
    return wanted;
  }
  const made = slugify(name);
  const base = made.length < 2 ? [kind, made].filter(Boolean).join('-') : made;
  let slug = base;
  for (let n = 2; await isTaken[kind](tx, slug); n += 1) slug = `${base}-${n}`;
  return slug;
}
