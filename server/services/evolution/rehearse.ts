import { DomainError, notFound } from '@domain/errors';
import { MAX_TRIALS, type Rehearsed, type VersionRehearse } from '@domain/evolution/rehearsal';
import { Provenance } from '@domain/evolution/view';
import { type Tx, tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { visibleProjects } from '../cost/projects';
import { inputHash, REHEARSE_PROCEDURE } from '../run/idempotency';
import { keepFrom } from '../run/keep';
import { readSource, repeat, startOf } from '../run/rerun';
import { orderRun } from '../run/start';
import { openTeam, type TeamRow } from '../team/open';
import type { VersionRow } from '../version/present';
import { findVersion } from '../version/read';

/**
 * Starts a trial of a proposed version for up to five goals that were run before. A goal that cannot be tried, by
 * rights, bindings or budget, is skipped and does not keep the others. Each start is authorised in its project and
 * audited by the run; the same key starts the same trials.
 * @throws not_found, forbidden, conflict `not_a_draft` · `nothing_to_rehearse`
 */
export async function rehearseVersion(ctx: Ctx, input: VersionRehearse): Promise<Rehearsed> {
  const { userId } = ctx;
  if (!userId) throw notFound();
  const sources = await tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.teamId }, 'run.start');
    const row = await findVersion(tx, team, input.version);
    return input.sources ?? (await sourcesOf(tx, ctx, team, row));
  });
  if (sources.length === 0) throw conflict('nothing_to_rehearse', 'No run has ended that could be repeated');
  const rehearsed: Rehearsed = { runs: [], skipped: [] };
  for (const sourceRunId of sources) {
    try {
      const runId = await tryOn(ctx, userId, input, sourceRunId);
      rehearsed.runs.push({ runId, sourceRunId });
    } catch (error) {
      if (!(error instanceof DomainError) || ofAll(error)) throw error;
      rehearsed.skipped.push({ sourceRunId, reason: error.reason });
    }
  }
  return rehearsed;
}

async function tryOn(ctx: Ctx, userId: string, input: VersionRehearse, sourceId: string): Promise<string> {
  const { teamId, version, budgetMicros } = input;
  const idempotencyKey = `${input.idempotencyKey}/${sourceId}`;
  const source = await readSource(ctx, sourceId);
  if (source.teamId !== teamId || source.trial) throw notFound();
  const { budgetMicros: _, ...start } = startOf(source, { idempotencyKey, version });
  const order = {
    procedure: REHEARSE_PROCEDURE,
    hash: inputHash({ teamId, version, sourceId, budgetMicros, idempotencyKey }),
    input: { ...start, ...(budgetMicros !== undefined && { budgetMicros }) },
    again: repeat(sourceId, source, 'trial', (plan) => keepFrom(source, plan, undefined, NO_EDITS, userId)),
  };
  return (await orderRun(ctx, userId, order)).runId;
}

const NO_EDITS: ReadonlyMap<string, string> = new Map();

/** What is wrong with the rehearsal, not with one of its goals; a replay comes before either. */
const ofAll = ({ reason }: DomainError): boolean =>
  reason === 'not_a_draft' || reason === 'idempotency_key_reused';

/** What the proposal was made from, else the newest settled runs of its base that the caller sees. */
async function sourcesOf(tx: Tx, ctx: Ctx, team: TeamRow, row: VersionRow): Promise<string[]> {
  const provenance = Provenance.safeParse(row.provenance);
  if (provenance.success) return provenance.data.source_runs.slice(-MAX_TRIALS);
  const runs = await tx.run.findMany({
    where: {
      orgId: ctx.orgId,
      teamId: team.id,
      kind: 'normal',
      closedAt: { not: null },
      ...(row.baseVersion !== null && { teamVersion: row.baseVersion }),
      projectId: { in: await visibleProjects(tx, ctx) },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_TRIALS,
    select: { id: true },
  });
  return runs.map(({ id }) => id);
}

const conflict = (reason: string, message: string): DomainError =>
  new DomainError('conflict', message, { reason });
