import { notFound } from '@domain/errors';
import type { Tx } from '../../db/tenant';
import { env } from '../../env';
import type { Ctx } from '../context';
import { loadRun, type RunRow } from '../run/load';

const HOUR_MS = 3_600_000;

/** When a run's files go: its time to live after `run.closed`; null while it is open. */
export const expiryOf = ({ closedAt }: Pick<RunRow, 'closedAt'>): Date | null =>
  closedAt && new Date(closedAt.getTime() + env().TROUPE_SCRATCH_TTL_HOURS * HOUR_MS);

/**
 * The run whose files are asked for, and whether they are gone: at their hour, however late the sweep is.
 * @throws not_found, forbidden
 */
export async function loadFiles(tx: Tx, ctx: Ctx, runId: string) {
  const run = await loadRun(tx, ctx, runId);
  const use = await tx.scratchUse.findFirst({ where: { orgId: ctx.orgId, runId } });
  const expiresAt = expiryOf(run);
  const swept = Boolean(use?.sweptAt) || (expiresAt !== null && expiresAt.getTime() <= Date.now());
  return { run, bytes: use?.bytes ?? 0, expiresAt, swept };
}

/** The same for one file: swept ones are not found. */
export async function loadKept(tx: Tx, ctx: Ctx, runId: string): Promise<void> {
  const { swept } = await loadFiles(tx, ctx, runId);
  if (swept) throw notFound();
}
