// Engine: what time alone changes; no person acts here, so there is nothing to authorise or audit.
import { retryOrFail, unknownSettlements } from '@domain/run/claim-facts';
import { closeFact } from '@domain/run/end';
import { CLOSE_GRACE_MS, RUN_MS } from '@domain/run/limits';
import { isEnded, stepIn } from '@domain/run/state';
import { appendToRun } from '../../db/journal/append';
import { listSweep, type SweepItem } from '../../db/journal/engine';
import { control } from '../../failpoint';
import { log } from '../../log';
import { ringStep } from '../../queue/enqueue';
import { afterAppend } from '../step/after';
import type { Runtime } from '../step/runtime';

/** Items of each kind that one sweep takes on. */
const LIMIT = 100;

/**
 * Brings along what no event does: lapsed leases become retries, ended runs are closed after their grace, runs that
 * outlived their clock end, ready steps are rung for again. Answers how many steps stand ready.
 */
export async function sweepRuns(runtime: Runtime, round: number): Promise<number> {
  const items = await listSweep(CLOSE_GRACE_MS, RUN_MS, LIMIT);
  for (const item of items) {
    try {
      await sweepOne(runtime, item, round);
    } catch (error) {
      log().error({ err: error, ...item }, 'sweep of one item failed');
    }
  }
  return items.filter((item) => item.kind === 'ready').length;
}

async function sweepOne(runtime: Runtime, item: SweepItem, round: number): Promise<void> {
  // control: leaves a dead worker's step to itself
  if (item.kind === 'lapsed') return control('lapse') ? undefined : retryLapsed(runtime, item);
  if (item.kind === 'unclosed') return append(runtime, item, (draft) => draft.add(closeFact(draft.state)));
  if (item.kind === 'overdue') {
    return append(runtime, item, (draft) =>
      draft.add({ type: 'run.failed', status: 'timed_out', reason: 'run_clock' }),
    );
  }
  const { orgId, runId, stepId } = item;
  // control: trusts the queue to keep what it was given
  if (!control('ring')) await ringStep({ orgId, runId, stepId, epoch: 0 }, 0, round);
}

/** The worker died or was cut off: its open calls are unknown, the step gets its next attempt or has had its last. */
function retryLapsed(runtime: Runtime, item: SweepItem): Promise<void> {
  log().warn({ orgId: item.orgId, runId: item.runId, stepId: item.stepId }, 'lease lapsed');
  return append(runtime, item, (draft) => {
    const step = stepIn(draft.state, item.stepId);
    // An ended run's steps are settled when it is closed.
    if (step?.status !== 'running' || isEnded(draft.state)) return false;
    draft.fences.push({ step: step.id, epoch: step.epoch, lapsed: true });
    for (const settlement of unknownSettlements(draft.state, step.id)) draft.add(settlement);
    return draft.add(retryOrFail(draft.state, step.id, 'crashed', 'The worker stopped answering', 0));
  });
}

async function append(
  runtime: Runtime,
  { orgId, runId }: SweepItem,
  decide: Parameters<typeof appendToRun>[1],
): Promise<void> {
  const ref = { orgId, runId };
  afterAppend(ref, await appendToRun(ref, decide, { leaseMs: runtime.leaseMs }));
}
