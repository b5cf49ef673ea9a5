// Not audited: a draft is its author's private, unfinished text.
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { personOf } from '../person';
import { openTeam } from '../team/open';

/** Throws the caller's own unfinished edit away; doing so twice changes nothing. @throws not_found, forbidden */
export async function discardDraft(ctx: Ctx, input: { teamId: string }): Promise<{ discarded: boolean }> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.teamId }, 'version.draft');
    const { count } = await tx.teamDraft.deleteMany({ where: { teamId: team.id, userId: personOf(ctx) } });
    return { discarded: count > 0 };
  });
}
