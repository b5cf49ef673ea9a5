import type { Tx } from './tenant';

type UnitFilter = { OR: [{ path: { hasSome: string[] } }, { id: { in: string[] } }] };

/** A where-fragment for each table with a nullable `unitId`: put it into `AND` beside the list's own filter. */
export type VisibleWhere = Record<string, never> | { OR: ({ unitId: null } | { unit: UnitFilter })[] };

/** The same for the units themselves. */
export type VisibleUnits = Record<string, never> | UnitFilter;

/** Units at or below a membership, and the ancestors of those; null without any membership. */
async function lineOf(tx: Tx, userId: string): Promise<UnitFilter | null> {
  const memberships = await tx.membership.findMany({
    where: { userId },
    select: { unitId: true, unit: { select: { path: true } } },
  });
  if (memberships.length === 0) return null;
  const own = memberships.map((membership) => membership.unitId);
  const line = [...new Set(memberships.flatMap((membership) => membership.unit.path))];
  return { OR: [{ path: { hasSome: own } }, { id: { in: line } }] };
}

/**
 * "I see my line" as a filter: what belongs to the whole organization, what is bound at or below one of the
 * person's memberships, and what is bound to an ancestor of those. Without any membership it matches nothing;
 * for the engine itself (no `userId`) it matches everything. The same rule as `ranksAt` of the domain and as the
 * SQL function `use_rank(org, user, unit) > 0`, which raw queries use.
 */
export async function visibleTo(tx: Tx, userId: string | undefined): Promise<VisibleWhere> {
  if (userId === undefined) return {};
  const line = await lineOf(tx, userId);
  return { OR: line ? [{ unitId: null }, { unit: line }] : [] };
}

/** The units on a person's line. */
export async function visibleUnits(tx: Tx, userId: string | undefined): Promise<VisibleUnits> {
  if (userId === undefined) return {};
  return (await lineOf(tx, userId)) ?? { OR: [{ path: { hasSome: [] } }, { id: { in: [] } }] };
}
