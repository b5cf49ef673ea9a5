// Engine: the epoch is what authorises the failure of a claimed step.
import { retryOrFail } from '@domain/run/claim-facts';
import { RETRY_BASE_MS, RETRY_MAX_MS } from '@domain/run/limits';
import type { Claimed } from './claimed';
import { giveBack } from './give-back';
import { recordOutcome } from './record';
import type { Runtime } from './runtime';
import type { Settlement } from './settlement';

export type Failure = { reason: string; detail: string; retryable: boolean; retryAfterMs?: number };

/** Records a failed call: another attempt after a back-off, or the step's failure for good. */
export async function fail(
  runtime: Runtime,
  claimed: Claimed,
  settled: Settlement,
  failure: Failure,
): Promise<void> {
  await recordOutcome(runtime, claimed, settled, (draft, step) => {
    if (failure.reason === 'aborted') return giveBack(draft, claimed);
    const { reason, detail, retryable } = failure;
    if (retryable)
      return draft.add(retryOrFail(draft.state, step.id, reason, detail, delayOf(step.attempt, failure)));
    const { round, attempt, epoch } = step;
    return draft.add({ type: 'plan.task.failed', stepId: step.id, round, attempt, epoch, reason, detail });
  });
}

/** Exponential, at most 30 s, half of it random so that retries spread; never sooner than the provider asked. */
function delayOf(attempt: number, { retryAfterMs }: Failure): number {
  const full = Math.min(RETRY_BASE_MS * 2 ** (attempt - 1), RETRY_MAX_MS);
  return Math.round(Math.max(retryAfterMs ?? 0, full / 2 + (Math.random() * full) / 2));
}
