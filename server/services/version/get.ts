import type { VersionView } from '@domain/team/version-view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { openTeam } from '../team/open';
import { readVersion } from './read';

/** One version with its document. @throws not_found */
export async function getVersion(ctx: Ctx, input: { teamId: string; version: number }): Promise<VersionView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.teamId }, 'version.read');
    return readVersion(tx, team, input.version);
  });
}
