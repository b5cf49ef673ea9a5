import { RunStatus } from '@domain/run/fact';
import { RunKind, type RunView } from '@domain/run/view';
import { type Tx, tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { loadRun, type RunRow } from './load';
import { agentNames, peopleNames } from './names';
import { summariseRuns } from './present';

/** Re-runs that a run's page names. */
const NAMED_RERUNS = 20;

/** A run with its pinned document and the names of those in its facts. @throws not_found, forbidden */
export async function getRun(ctx: Ctx, input: { id: string }): Promise<RunView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const row = await loadRun(tx, ctx, input.id);
    const [summary] = await summariseRuns(tx, ctx, [row]);
    const { manifest } = await tx.run.findFirstOrThrow({
      where: { orgId: ctx.orgId, id: row.id },
      select: { manifest: true },
    });
    const steps = await tx.step.findMany({
      where: { orgId: ctx.orgId, runId: row.id },
      distinct: ['agentId'],
      select: { agentId: true },
    });
    return {
      ...summary!,
      seq: row.seq,
      reruns: await rerunsOf(tx, ctx, row.id),
      reservedMicros: Number(row.reservedMicros),
      manifest,
      names: {
        agents: await agentNames(
          tx,
          ctx,
          steps.map(({ agentId }) => agentId),
        ),
        people: await peopleOf(tx, ctx, row),
      },
    };
  });
}

/** Who has had a hand in the run, and the reader: their own next deed has a name at once. */
async function peopleOf(tx: Tx, ctx: Ctx, row: RunRow): Promise<Record<string, string>> {
  const acts = await tx.audit.findMany({
    where: { orgId: ctx.orgId, targetType: 'run', targetId: row.id },
    distinct: ['actorId'],
    select: { actorId: true },
  });
  const ids = [row.startedBy, ctx.userId, ...acts.map(({ actorId }) => actorId)].filter((id) => id != null);
  return peopleNames(tx, ids);
}

/** Those that repeat this run, the newest; they stand in its project. */
async function rerunsOf(tx: Tx, ctx: Ctx, runId: string): Promise<RunView['reruns']> {
  const rows = await tx.run.findMany({
    where: { orgId: ctx.orgId, rerunOf: runId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: NAMED_RERUNS,
    select: { id: true, kind: true, status: true, teamVersion: true, createdAt: true },
  });
  return rows.map(({ id, kind, status, teamVersion, createdAt }) => ({
    ...{ id, teamVersion, createdAt: createdAt.toISOString() },
    ...{ kind: RunKind.parse(kind), status: RunStatus.parse(status) },
  }));
}
