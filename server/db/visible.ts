import type { Tx } from './tenant';

/** A where-fragment for each table with a nullable `unitId`: put it into `AND` beside the list's own filter. */
export type VisibleWhere =
  | Record<string, never>
  | { OR: { unitId?: null; unit?: { OR: [{ path: { hasSome: string[] } }, { id: { in: string[] } }] } }[] };

/**
 * "I see my line" as a filter: what belongs to the whole organization, what is bound at or below one of the
 * person's memberships, and what is bound to an ancestor of those. Without any membership it matches nothing;
 * for the engine itself (no `userId`) it matches everything. The same rule as `ranksAt` of the domain and as the
 * SQL function `use_rank(org, user, unit) > 0`, which raw queries use.
 */
export async function visibleTo(tx: Tx, userId: string | undefined): Promise<VisibleWhere> {
  if (userId === undefined) return {};
  const memberships = await tx.membership.findMany({
    where: { userId },
    select: { unitId: true, unit: { select: { path: true } } },
  });
  if (memberships.length === 0) return { OR: [] };
  const own = memberships.map((membership) => membership.unitId);
  const line = [...new Set(memberships.flatMap((membership) => membership.unit.path))];
  return { OR: [{ unitId: null }, { unit: { OR: [{ path: { hasSome: own } }, { id: { in: line } }] } }] };
}
