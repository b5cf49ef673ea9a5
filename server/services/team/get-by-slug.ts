import type { TeamView } from '@domain/team/view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { openTeam } from './open';
import { toTeam } from './present';

/** One team by its slug. @throws not_found when it is unknown, deleted or invisible */
export async function getTeamBySlug(ctx: Ctx, input: { slug: string }): Promise<TeamView> {
  return tenantTx(tenantOf(ctx), async (tx) =>
    toTeam(tx, ctx, await openTeam(tx, ctx, { slug: input.slug }, 'team.read')),
  );
}
