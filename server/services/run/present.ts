import { RunStatus } from '@domain/run/fact';
import { RunKind, type RunSummary } from '@domain/run/view';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import type { Ctx } from '../context';
import type { RunRow } from './load';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Stored runs as lists show them, in the same order; what the person may not see of them is left out. */
export async function summariseRuns(tx: Tx, ctx: Ctx, runs: readonly RunRow[]): Promise<RunSummary[]> {
  if (runs.length === 0) return [];
  const teams = await tx.team.findMany({
    where: {
      AND: [{ id: { in: runs.flatMap((run) => run.teamId ?? []) } }, await visibleTo(tx, ctx.userId)],
    },
    select: { id: true, slug: true, name: true, icon: true, color: true },
  });
  const people = await tx.user.findMany({
    where: { id: { in: runs.map((run) => run.startedBy) } },
    select: { id: true, name: true },
  });
  return runs.map((run) => ({
    id: run.id,
    goal: run.goal,
    status: RunStatus.parse(run.status),
    reason: run.reason,
    project: { id: run.project.id, slug: run.project.slug, name: run.project.name },
    team: teams.find((team) => team.id === run.teamId) ?? null,
    teamVersion: run.teamVersion,
    kind: RunKind.parse(run.kind),
    rerunOf: run.rerunOf,
    startedBy: {
      id: run.startedBy,
      name: people.find((person) => person.id === run.startedBy)?.name ?? null,
    },
    costMicros: Number(run.spentMicros),
    unknownMicros: Number(run.unknownMicros),
    capMicros: Number(run.capMicros),
    inputTokens: Number(run.inputTokens),
    outputTokens: Number(run.outputTokens),
    reworkRounds: run.reworkRounds,
    createdAt: run.createdAt.toISOString(),
    startedAt: iso(run.startedAt),
    endedAt: iso(run.endedAt),
    closedAt: iso(run.closedAt),
  }));
}
