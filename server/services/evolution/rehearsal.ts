import type { RehearsalView, RehearsedRun } from '@domain/evolution/rehearsal';
import { Provenance } from '@domain/evolution/view';
import { RunStatus } from '@domain/run/fact';
import type { Prisma } from '../../db/generated/client';
import { type Tx, tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { visibleProjects } from '../cost/projects';
import { openTeam } from '../team/open';
import { findVersion } from '../version/read';

/** Trials that are looked at; more of the same goals say nothing new. */
const LOOKED_AT = 100;

const COLUMNS = {
  id: true,
  goal: true,
  status: true,
  closedAt: true,
  spentMicros: true,
  inputTokens: true,
  outputTokens: true,
} satisfies Prisma.RunSelect;
type Row = Prisma.RunGetPayload<{ select: typeof COLUMNS }>;

/** How trials of a version went beside the runs that they repeat, as far as the caller sees both. @throws not_found */
export async function rehearsalOf(
  ctx: Ctx,
  input: { teamId: string; version: number },
): Promise<RehearsalView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.teamId }, 'version.read');
    const row = await findVersion(tx, team, input.version);
    const projectId = { in: await visibleProjects(tx, ctx) };
    const trials = await tx.run.findMany({
      where: { orgId: ctx.orgId, teamId: team.id, teamVersion: row.version, kind: 'trial', projectId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: LOOKED_AT,
      select: { ...COLUMNS, source: { select: COLUMNS } },
    });
    const newest = new Map<string, { trial: Row; source: Row }>();
    for (const { source, ...trial } of trials) {
      if (source && !newest.has(source.id)) newest.set(source.id, { trial, source });
    }
    const both = [...newest.values()];
    const ids = both.flatMap(({ trial, source }) => [trial.id, source.id]);
    const provenance = Provenance.safeParse(row.provenance);
    const rejections = await rejectionsIn(tx, ctx.orgId, ids, provenance.success ? provenance.data : null);
    const told = (run: Row): RehearsedRun => ({
      id: run.id,
      status: RunStatus.parse(run.status),
      closed: run.closedAt !== null,
      rejections: rejections.get(run.id) ?? 0,
      tokens: Number(run.inputTokens + run.outputTokens),
      costMicros: Number(run.spentMicros),
    });
    return {
      trials: both.map(({ trial, source }) => ({
        goal: source.goal,
        source: told(source),
        trial: told(trial),
      })),
    };
  });
}

/** How often work was sent back in each of these runs: of the pair, or of all. */
async function rejectionsIn(
  tx: Tx,
  orgId: string,
  runIds: string[],
  pair: Provenance | null,
): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ run_id: string; n: number }[]>`
    SELECT run_id, count(*)::int AS n FROM fact
    WHERE org_id = ${orgId}::uuid AND run_id = ANY (${runIds}::uuid[]) AND type = 'plan.task.rejected'
      AND (${pair?.executor_slot ?? null}::text IS NULL
        OR (body->>'executorSlot' = ${pair?.executor_slot ?? null} AND body->>'reviewerSlot' = ${pair?.reviewer_slot ?? null}))
    GROUP BY run_id`;
  return new Map(rows.map(({ run_id, n }) => [run_id, n]));
}
