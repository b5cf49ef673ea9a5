import type { TeamUpdate } from '@domain/team/team-form';
import type { TeamView } from '@domain/team/view';
import { audit } from '../../db/audit';
import { type Tx, tenantTx } from '../../db/tenant';
import { holdAgent } from '../agent/hold';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { freeSlug } from '../slug';
import { lockTeam, type TeamRow } from './open';
import { cardOf, toTeam } from './present';

/**
 * Changes the card in place: never the manifest, which changes by a version, and never the unit.
 * @throws not_found, forbidden (another hub needs the right to name one), conflict `slug_taken`
 */
export async function updateTeam(ctx: Ctx, input: TeamUpdate & { id: string }): Promise<TeamView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const before = await lockTeam(tx, ctx, input.id, 'team.update');
    const hubAgentId = await nameHub(tx, ctx, before, input.hubAgentId);
    const renamed = input.slug !== undefined && input.slug !== before.slug;
    const slug = renamed ? await freeSlug(tx, 'team', ctx.orgId, before.name, input.slug) : undefined;
    const { name, description, icon, color } = input;
    const team = await tx.team.update({
      where: { orgId_id: { orgId: ctx.orgId, id: before.id } },
      data: { name, description, icon, color, slug, hubAgentId },
    });
    await audit(tx, ctx, {
      action: 'team.updated',
      targetType: 'team',
      targetId: team.id,
      before: cardOf(before),
      after: cardOf(team),
    });
    return toTeam(tx, ctx, team);
  });
}

/** The old hub stays as a member; the new one is a member from now on. A team has one hub at every instant. */
async function nameHub(tx: Tx, ctx: Ctx, team: TeamRow, hubAgentId: string | undefined) {
  if (hubAgentId === undefined || hubAgentId === team.hubAgentId) return undefined;
  await authorize(tx, ctx, 'team.hub', team);
  const hub = await holdAgent(tx, ctx, hubAgentId);
  const key = { orgId: ctx.orgId, teamId: team.id };
  await tx.teamMember.updateMany({ where: { ...key, role: 'hub' }, data: { role: 'member' } });
  await tx.teamMember.upsert({
    where: { orgId_teamId_agentId: { ...key, agentId: hub.id } },
    create: { ...key, agentId: hub.id, role: 'hub' },
    update: { role: 'hub' },
  });
  return hub.id;
}
