// Reads only the caller's own draft; row-level security holds it by person.
import type { DraftView } from '@domain/team/version-view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { personOf } from '../person';
import { openTeam } from '../team/open';
import { toDraft } from './present-draft';

/** The caller's own unfinished edit of a team, or null. @throws not_found, forbidden */
export async function getDraft(ctx: Ctx, input: { teamId: string }): Promise<DraftView | null> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.teamId }, 'version.draft');
    const row = await tx.teamDraft.findUnique({
      where: { orgId_teamId_userId: { orgId: ctx.orgId, teamId: team.id, userId: personOf(ctx) } },
    });
    return row ? toDraft(row) : null;
  });
}
