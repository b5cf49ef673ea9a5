import type { VersionReject } from '@domain/team/version-form';
import type { VersionView } from '@domain/team/version-view';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { personOf } from '../person';
import { lockTeam } from '../team/open';
import { draftOnly } from './draft-only';
import { findVersion, readVersion } from './read';

/**
 * Turns a proposed version down, with the reason for its author.
 * @throws not_found, forbidden, conflict `already_applied`, `already_rejected`
 */
export async function rejectVersion(ctx: Ctx, input: VersionReject): Promise<VersionView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await lockTeam(tx, ctx, input.teamId, 'version.reject');
    const row = await findVersion(tx, team, input.version);
    draftOnly(row);
    const decision = { status: 'rejected', decisionNote: input.reason };
    await tx.teamVersion.update({
      where: { orgId_teamId_version: { orgId: ctx.orgId, teamId: team.id, version: row.version } },
      data: { ...decision, decidedBy: personOf(ctx), decidedAt: new Date() },
    });
    await audit(tx, ctx, {
      action: 'team_version.rejected',
      targetType: 'team_version',
      targetId: team.id,
      before: { version: row.version, status: row.status },
      after: { version: row.version, ...decision },
    });
    return readVersion(tx, team, row.version);
  });
}
