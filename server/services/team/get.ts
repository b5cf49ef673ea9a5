import type { TeamView } from '@domain/team/view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { openTeam } from './open';
import { toTeam } from './present';

/** One team by its id. @throws not_found when it is unknown, deleted or invisible */
export async function getTeam(ctx: Ctx, input: { id: string }): Promise<TeamView> {
  return tenantTx(tenantOf(ctx), async (tx) =>
    toTeam(tx, ctx, await openTeam(tx, ctx, { id: input.id }, 'team.read')),
  );
}
