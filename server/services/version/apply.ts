import { DomainError } from '@domain/errors';
import { canApply } from '@domain/team/version';
import type { VersionApply } from '@domain/team/version-form';
import { VersionStatus, type VersionView } from '@domain/team/version-view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { lockTeam } from '../team/open';
import { draftOnly } from './draft-only';
import { putInForce } from './put-in-force';
import { findVersion, readVersion } from './read';

/**
 * Puts a proposed version in force. Runs that have started keep the version that they are pinned to.
 * @throws not_found, forbidden, conflict `already_applied`, `already_rejected` or `stale_base` (another version
 * came into force since it was made), unprocessable `agent_unavailable`
 */
export async function applyVersion(ctx: Ctx, input: VersionApply): Promise<VersionView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await lockTeam(tx, ctx, input.teamId, 'version.apply');
    const row = await findVersion(tx, team, input.version);
    draftOnly(row);
    const decidable = { status: VersionStatus.parse(row.status), baseVersion: row.baseVersion };
    if (canApply(decidable, team.currentVersion) === 'stale_base')
      throw new DomainError('conflict', 'Another version came into force since this one was made', {
        reason: 'stale_base',
        details: { baseVersion: row.baseVersion, currentVersion: team.currentVersion },
      });
    const done = await putInForce(tx, ctx, team, row, input.note);
    return readVersion(tx, done.team, row.version);
  });
}
