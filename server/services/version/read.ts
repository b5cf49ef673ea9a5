import { notFound } from '@domain/errors';
import type { VersionView } from '@domain/team/version-view';
import type { Tx } from '../../db/tenant';
import type { TeamRow } from '../team/open';
import { namesOf } from './names';
import { toVersion, type VersionRow } from './present';

/** The version's row. @throws not_found */
export async function findVersion(tx: Tx, team: TeamRow, version: number): Promise<VersionRow> {
  const row = await tx.teamVersion.findUnique({
    where: { orgId_teamId_version: { orgId: team.orgId, teamId: team.id, version } },
  });
  if (!row) throw notFound();
  return row;
}

/** One version of a team that is open already. @throws not_found */
export async function readVersion(tx: Tx, team: TeamRow, version: number): Promise<VersionView> {
  const row = await findVersion(tx, team, version);
  return toVersion(row, team, await namesOf(tx, [row.createdBy, row.decidedBy]));
}
