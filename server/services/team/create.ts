import type { TeamCreate } from '@domain/team/team-form';
import type { TeamView } from '@domain/team/view';
import { audit } from '../../db/audit';
import { newId } from '../../db/ids';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { personOf } from '../person';
import { freeSlug } from '../slug';
import { checkForTeam } from '../version/check';
import { insertVersion } from '../version/insert';
import { putInForce } from '../version/put-in-force';
import { chooseHub } from './hub';
import { cardOf, toTeam } from './present';

/**
 * A new team with its hub as first member; with a manifest also its version 1, in force when `apply` says so.
 * Everything or nothing.
 * @throws forbidden, not_found (unit or agent), conflict `slug_taken`, unprocessable with all issues of the manifest
 */
export async function createTeam(ctx: Ctx, input: TeamCreate): Promise<TeamView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'team.create', { unitId: input.unitId });
    const hub = await chooseHub(tx, ctx, input.hubAgentId);
    const slug = await freeSlug(tx, 'team', ctx.orgId, input.name, input.slug);
    const id = newId();
    const team = await tx.team.create({
      data: {
        orgId: ctx.orgId,
        id,
        slug,
        name: input.name,
        description: input.description,
        icon: input.icon,
        color: input.color,
        hubAgentId: hub.id,
        unitId: input.unitId,
        createdBy: personOf(ctx),
        members: { create: { agentId: hub.id, role: 'hub' } },
      },
    });
    await audit(tx, ctx, { action: 'team.created', targetType: 'team', targetId: id, after: cardOf(team) });
    if (input.manifest === undefined) return toTeam(tx, ctx, team);
    const manifest = await checkForTeam(tx, ctx, team, input.manifest);
    const { origin, note } = input;
    const row = await insertVersion(tx, ctx, team, { manifest, baseVersion: null, origin, note });
    if (!input.apply) return toTeam(tx, ctx, team);
    await authorize(tx, ctx, 'version.apply', team);
    const done = await putInForce(tx, ctx, team, row, note);
    return toTeam(tx, ctx, done.team);
  });
}
