import { RunStatus } from '@domain/run/fact';
import type { TeamSummary } from '@domain/team/view';
import { Prisma } from '../../db/generated/client';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { toBadge } from '../agent/present';
import type { Ctx } from '../context';
import type { TeamRow } from './open';

type LastRun = { team_id: string; id: string; status: string; created_at: Date };

/** The newest run of each team that this person may see: one index probe a team. */
async function lastRuns(tx: Tx, ctx: Ctx, teamIds: string[]): Promise<Map<string, LastRun>> {
  const mayRead = ctx.userId
    ? Prisma.sql`AND use_rank(p.org_id, ${ctx.userId}::uuid, p.unit_id) > 0`
    : Prisma.empty;
  const rows = await tx.$queryRaw<LastRun[]>`
    WITH seen AS MATERIALIZED (SELECT p.id FROM project p WHERE p.org_id = ${ctx.orgId}::uuid ${mayRead})
    SELECT t.id AS team_id, r.id, r.status, r.created_at
    FROM unnest(${teamIds}::uuid[]) AS t (id)
    CROSS JOIN LATERAL (
      SELECT r.id, r.status, r.created_at FROM run r
      WHERE r.org_id = ${ctx.orgId}::uuid AND r.team_id = t.id AND r.project_id IN (SELECT id FROM seen)
      ORDER BY r.created_at DESC LIMIT 1
    ) r`;
  return new Map(rows.map((row) => [row.team_id, row]));
}

/** Stored teams as lists show them, in the same order; what the person may not see of them is left out. */
export async function summarise(tx: Tx, ctx: Ctx, teams: readonly TeamRow[]): Promise<TeamSummary[]> {
  if (teams.length === 0) return [];
  const ids = teams.map((team) => team.id);
  const visible = await visibleTo(tx, ctx.userId);
  const hubs = await tx.agent.findMany({
    where: { AND: [{ id: { in: teams.map((team) => team.hubAgentId) } }, visible] },
    select: { id: true, slug: true, name: true, role: true },
  });
  const counts = await tx.teamMember.groupBy({
    by: ['teamId'],
    where: { teamId: { in: ids }, agent: visible },
    _count: true,
  });
  const unitIds = teams.flatMap((team) => team.unitId ?? []);
  const units = await tx.orgUnit.findMany({
    where: { id: { in: unitIds } },
    select: { id: true, name: true },
  });
  const runs = await lastRuns(tx, ctx, ids);
  return teams.map((team) => {
    const hub = hubs.find((agent) => agent.id === team.hubAgentId);
    const run = runs.get(team.id);
    return {
      id: team.id,
      slug: team.slug,
      name: team.name,
      description: team.description,
      icon: team.icon,
      color: team.color,
      unit: units.find((unit) => unit.id === team.unitId) ?? null,
      hub: hub ? toBadge(hub) : null,
      memberCount: counts.find((count) => count.teamId === team.id)?._count ?? 0,
      currentVersion: team.currentVersion,
      lastRun: run
        ? { id: run.id, status: RunStatus.parse(run.status), at: run.created_at.toISOString() }
        : null,
      createdAt: team.createdAt.toISOString(),
      updatedAt: team.updatedAt.toISOString(),
    };
  });
}
