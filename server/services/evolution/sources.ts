import type { Tx } from '../../db/tenant';
import type { TeamRow } from '../team/open';

/**
 * Projects that everybody who sees the team sees as well: those of the whole organization, and those bound to the
 * team's unit or above it. A version shows its words to all who read the team, so it may draw on these alone.
 */
export async function openSources(tx: Tx, team: TeamRow): Promise<string[]> {
  const unit = team.unitId
    ? await tx.orgUnit.findFirst({ where: { id: team.unitId }, select: { path: true } })
    : await tx.orgUnit.findFirst({ where: { parentId: null }, select: { path: true } });
  const rows = await tx.project.findMany({
    where: { orgId: team.orgId, OR: [{ unitId: null }, { unitId: { in: unit?.path ?? [] } }] },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
