import { type Role, rankOf } from './actor';

/** A membership with its unit's path: unit ids from the root to the unit, both included. */
export type Grant = { role: Role; unitPath: string[] };

/**
 * Ranks of a person for something bound to the unit with `path` (null: the whole organization).
 * `atRank` comes from memberships at or above the unit; `useRank` also from those below it. 0 and 0: invisible.
 */
export function ranksAt(grants: readonly Grant[], path: readonly string[] | null, rootId: string) {
  let atRank = 0;
  let useRank = 0;
  for (const grant of grants) {
    const rank = rankOf(grant.role);
    const own = grant.unitPath.at(-1);
    const above = path === null ? own === rootId : own !== undefined && path.includes(own);
    const target = path === null ? rootId : path.at(-1);
    const below = target !== undefined && grant.unitPath.includes(target);
    if (above) atRank = Math.max(atRank, rank);
    if (above || below) useRank = Math.max(useRank, rank);
  }
  return { atRank, useRank };
}

export const visible = (ranks: { useRank: number }): boolean => ranks.useRank > 0;
