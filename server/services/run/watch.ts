import { DomainError } from '@domain/errors';
import type { RunWatch } from '@domain/run/view';
import { tenantTx } from '../../db/tenant';
import { followRun, type WatchEvent } from '../../live/follow';
import { Outbound, PACE_MS, StreamEnded } from '../../live/outbound';
import { streams } from '../../live/streams';
import { type Ctx, tenantOf } from '../context';
import { loadRun } from './load';

/** The session that the stream lives by, and what ends it from the client's side. */
export type WatchedBy = { userId: string; sessionId: string; signal: AbortSignal };

/**
 * A run's facts after `lastEventId`, then as they happen, to `run.closed`. Everything that can be refused is refused
 * before this resolves; the access behind it is asked again while the stream is open.
 * @throws not_found, forbidden, too_many_requests; while streaming also unauthenticated, and unavailable for a client
 * that does not read.
 */
export async function watchRun(
  ctx: Ctx,
  input: RunWatch,
  { userId, sessionId, signal }: WatchedBy,
): Promise<AsyncGenerator<WatchEvent[], void, void>> {
  const { orgId } = ctx;
  const check = () =>
    tenantTx(tenantOf(ctx), async (tx) => {
      await loadRun(tx, ctx, input.runId);
    });
  await check();
  const giveBack = streams.slots.take({ orgId, userId });
  // A client that leaves before the first event never gets the generator to its end.
  signal.addEventListener('abort', giveBack, { once: true });
  // One that left while it was asked for has no event to come.
  if (signal.aborted) giveBack();
  const out = new Outbound(Date.now, PACE_MS);

  async function* stream(): AsyncGenerator<WatchEvent[], void, void> {
    const unwatch = streams.access.add({
      orgId,
      userId,
      sessionId,
      recheck: check,
      end: (error) => out.end(error),
    });
    try {
      yield* followRun(streams, { orgId, runId: input.runId }, Number(input.lastEventId ?? 0), out, signal);
    } catch (error) {
      if (!(error instanceof StreamEnded)) throw error;
      throw new DomainError('unavailable', 'The stream ended; go on from the last event', {
        reason: 'stream_ended',
      });
    } finally {
      unwatch();
      giveBack();
      signal.removeEventListener('abort', giveBack);
    }
  }
  return stream();
}
