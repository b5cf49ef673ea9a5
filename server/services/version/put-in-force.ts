import { DomainError, type Issue } from '@domain/errors';
import { fixedSlots } from '@domain/team/bindings';
import { Manifest } from '@domain/team/manifest';
import { audit } from '../../db/audit';
import type { Tx } from '../../db/tenant';
import { holdAgents } from '../agent/hold';
import { authorize } from '../authorize';
import type { Ctx } from '../context';
import { personOf } from '../person';
import type { TeamRow } from '../team/open';
import type { VersionRow } from './present';

/**
 * Draft → applied: the pointer moves and the agents of fixed slots become members. The caller authorised it,
 * holds the team's lock and has checked that the row is a draft made from the version in force.
 * @throws forbidden without the right to add members, unprocessable `agent_unavailable` for an agent that was
 * deleted since, or that this person cannot see
 */
export async function putInForce(
  tx: Tx,
  ctx: Ctx,
  team: TeamRow,
  row: VersionRow,
  note: string,
): Promise<{ team: TeamRow; row: VersionRow }> {
  const slots = fixedSlots(Manifest.parse(row.manifest));
  const agents = await holdAgents(
    tx,
    ctx,
    slots.map((slot) => slot.agentId),
  );
  const issues = slots
    .filter((slot) => !agents.has(slot.agentId))
    .map(
      (slot): Issue => ({
        path: slot.path,
        code: 'agent_unavailable',
        message: 'This agent is not available',
      }),
    );
  if (issues.length > 0)
    throw new DomainError('unprocessable', 'An agent of this version is not available', {
      reason: 'agent_unavailable',
      issues,
    });
  const membersAdded = await addMissing(tx, ctx, team, [...agents.keys()]);
  const orgId = ctx.orgId;
  const applied = await tx.teamVersion.update({
    where: { orgId_teamId_version: { orgId, teamId: team.id, version: row.version } },
    data: { status: 'applied', decidedBy: personOf(ctx), decidedAt: new Date(), decisionNote: note },
  });
  const moved = await tx.team.update({
    where: { orgId_id: { orgId, id: team.id } },
    data: { currentVersion: row.version },
  });
  await audit(tx, ctx, {
    action: 'team_version.applied',
    targetType: 'team_version',
    targetId: team.id,
    before: { currentVersion: team.currentVersion, version: row.version, status: row.status },
    after: { currentVersion: row.version, version: row.version, status: applied.status, note, membersAdded },
  });
  return { team: moved, row: applied };
}

async function addMissing(tx: Tx, ctx: Ctx, team: TeamRow, agentIds: string[]): Promise<string[]> {
  const members = await tx.teamMember.findMany({
    where: { teamId: team.id, agentId: { in: agentIds } },
    select: { agentId: true },
  });
  const known = new Set(members.map((member) => member.agentId));
  const missing = agentIds.filter((id) => !known.has(id));
  if (missing.length === 0) return [];
  await authorize(tx, ctx, 'team.members', team);
  await tx.teamMember.createMany({
    data: missing.map((agentId) => ({ orgId: ctx.orgId, teamId: team.id, agentId })),
  });
  return missing;
}
