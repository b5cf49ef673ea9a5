import { share } from '@domain/evolution/interval';
import type { TeamMetrics, TeamMetricsView, VersionMetrics } from '@domain/evolution/view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { visibleProjects } from '../cost/projects';
import { loadProject } from '../project/load';
import { openTeam } from '../team/open';
import { disputesOf } from './disputes';
import { effectsOf } from './effects';
import { readRejections } from './rejections';

type Row = {
  version: number;
  runs: number;
  completed: number;
  cancelled: number;
  accepted_first: number;
  mean_rework: number | null;
  mean_tokens: number | null;
  mean_cost: number | null;
  duration: [number | null, number | null] | null;
};

/** Versions whose disputes are told; older ones have their figures alone. */
const WITH_DISPUTES = 5;

/**
 * What the settled runs of each version of a team came to, in the projects that the caller sees; the newest 50
 * versions that were run. @throws not_found for a team or project that the caller does not see
 */
export async function teamMetrics(ctx: Ctx, input: TeamMetrics): Promise<TeamMetricsView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.id }, 'team.read');
    if (input.projectId !== undefined) await loadProject(tx, ctx, input.projectId);
    const projects = await visibleProjects(tx, ctx, input.projectId);
    const [answer] = await tx.$queryRaw<{ rows: Row[] }[]>`
      SELECT team_metrics(${ctx.orgId}::uuid, ${team.id}::uuid, ${projects}::uuid[]) AS rows`;
    const versions: VersionMetrics[] = [];
    for (const [at, row] of (answer?.rows ?? []).entries()) {
      const rejections =
        at < WITH_DISPUTES ? await readRejections(tx, ctx.orgId, team.id, row.version, projects) : [];
      versions.push({ ...figuresOf(row), disputes: disputesOf(rejections) });
    }
    return { versions, effects: await effectsOf(tx, team, projects, versions) };
  });
}

function figuresOf(row: Row): Omit<VersionMetrics, 'disputes'> {
  const [p50, p95] = row.duration ?? [null, null];
  return {
    version: row.version,
    runs: row.runs,
    completed: row.completed,
    failed: row.runs - row.completed - row.cancelled,
    cancelled: row.cancelled,
    acceptedFirst: row.accepted_first,
    acceptedShare: share(row.accepted_first, row.completed),
    meanRework: row.mean_rework,
    meanTokens: row.mean_tokens,
    meanCostMicros: row.mean_cost,
    durationMs: p50 === null || p95 === null ? null : { p50, p95 },
  };
}
