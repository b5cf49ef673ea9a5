import { DomainError } from '@domain/errors';
import type { VersionPropose } from '@domain/team/version-form';
import type { VersionView } from '@domain/team/version-view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { personOf } from '../person';
import { lockTeam } from '../team/open';
import { checkForTeam } from './check';
import { insertVersion } from './insert';
import { readVersion } from './read';

/**
 * Freezes a manifest into the team's next version, in state `draft`; the author's own unfinished edit ends with it.
 * @throws not_found (team, or an agent that the author does not see), forbidden, unprocessable with all issues
 */
export async function proposeVersion(ctx: Ctx, input: VersionPropose): Promise<VersionView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await lockTeam(tx, ctx, input.teamId, 'version.propose');
    const manifest = await checkForTeam(tx, ctx, team, input.manifest);
    const baseVersion = input.baseVersion === undefined ? team.currentVersion : input.baseVersion;
    const orgId = ctx.orgId;
    if (baseVersion !== null) {
      const known = await tx.teamVersion.count({ where: { orgId, teamId: team.id, version: baseVersion } });
      if (known === 0)
        throw new DomainError('unprocessable', 'The version that this was made from does not exist', {
          reason: 'unknown_base',
          issues: [{ path: ['baseVersion'], code: 'unknown_base', message: 'There is no such version' }],
        });
    }
    const { origin, note } = input;
    const row = await insertVersion(tx, ctx, team, { manifest, baseVersion, origin, note });
    await tx.teamDraft.deleteMany({ where: { teamId: team.id, userId: personOf(ctx) } });
    return readVersion(tx, team, row.version);
  });
}
