import { DomainError } from '@domain/errors';
import { Manifest } from '@domain/team/manifest';
import type { VersionRollBack } from '@domain/team/version-form';
import type { VersionView } from '@domain/team/version-view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { lockTeam } from '../team/open';
import { insertVersion } from './insert';
import { putInForce } from './put-in-force';
import { findVersion, readVersion } from './read';

/**
 * Makes a new version equal to one that was in force before, and puts it in force; the history stays whole.
 * @throws not_found, forbidden, conflict `never_applied` or `already_current`, unprocessable `agent_unavailable`
 */
export async function rollBackVersion(ctx: Ctx, input: VersionRollBack): Promise<VersionView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await lockTeam(tx, ctx, input.teamId, 'version.apply');
    const old = await findVersion(tx, team, input.version);
    if (old.status !== 'applied')
      throw new DomainError('conflict', 'This version was never in force', { reason: 'never_applied' });
    if (old.version === team.currentVersion)
      throw new DomainError('conflict', 'This version is in force', { reason: 'already_current' });
    const row = await insertVersion(tx, ctx, team, {
      manifest: Manifest.parse(old.manifest),
      baseVersion: team.currentVersion,
      origin: 'rollback',
      note: input.note,
      provenance: { rollbackOf: old.version },
    });
    const done = await putInForce(tx, ctx, team, row, input.note);
    return readVersion(tx, done.team, row.version);
  });
}
