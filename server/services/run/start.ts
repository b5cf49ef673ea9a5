import { DomainError, notFound } from '@domain/errors';
import { RunStart, type RunStarted } from '@domain/run/form';
import { Recent } from '../../db/journal/cache';
import { readStartMaterial, type StartMaterial } from '../../db/journal/start';
import type { Ctx } from '../context';
import { inputHash, START_PROCEDURE } from './idempotency';
import { type Order, openRun } from './open';

/** Tries of a start whose team or rights changed, or whose key was taken, between its read and its write. */
const TRIES = 4;

/**
 * Starts a run of a team's applied version, pinned to it. When this returns the run is committed and will end or
 * wait at a gate, whatever happens to the queue or to any process. The same key answers the same run. One read
 * decides, or what this process has read before; one statement checks again what may have changed, and writes run,
 * facts, steps and audit in one commit.
 * @throws not_found, forbidden, conflict (`no_applied_version`, `version_not_applied`, `budget_exceeded`), unprocessable
 * (`agent_unavailable`, `unpriced_model`, …, `idempotency_key_reused`), too_many_requests (`too_many_queued`)
 */
export async function startRun(ctx: Ctx, raw: RunStart): Promise<RunStarted> {
  const input = RunStart.parse(raw);
  const { userId } = ctx;
  if (!userId) throw notFound();
  const order = { procedure: START_PROCEDURE, hash: inputHash(input), input };
  return (await startAsBefore(ctx, userId, order)) ?? orderRun(ctx, userId, order);
}

/** Reads and writes until nothing has changed in between. @throws as `openRun`, unavailable */
export async function orderRun(ctx: Ctx, userId: string, order: Order): Promise<RunStarted> {
  for (let tries = 0; tries < TRIES; tries++) {
    const started = await tryStart(ctx, userId, order);
    if (started) return started;
  }
  throw new DomainError('unavailable', 'Try again', { retryAfterSeconds: 1 });
}

/** What the newest start of a person, project, team and version went by: only a write that checks it uses it. */
const recent = new Recent<StartMaterial>(500);
const recentKey = ({ orgId }: Ctx, userId: string, input: RunStart): string =>
  [orgId, userId, input.projectId, input.teamId, input.version].join('/');

/** Null: nothing was started here before, or something has changed since; only what is read now may refuse. */
async function startAsBefore(ctx: Ctx, userId: string, order: Order): Promise<RunStarted | null> {
  const known = recent.get(recentKey(ctx, userId, order.input));
  if (!known) return null;
  try {
    return await openRun(ctx, userId, order, known, known.terms);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

async function tryStart(ctx: Ctx, userId: string, order: Order): Promise<RunStarted | null> {
  const { procedure, input } = order;
  const material = await readStartMaterial({ ...input, orgId: ctx.orgId, userId, procedure });
  const started = await openRun(ctx, userId, order, material);
  if (started && !started.replayed && !order.again) {
    recent.set(recentKey(ctx, userId, input), { ...material, replay: null });
  }
  return started;
}
