// Engine: says that waiting steps may look again; each claim re-checks its run's starter and every cap.
import { CAP_RETRY_MS } from '@domain/budget/cap';
import { stepIn } from '@domain/run/state';
import { knownRun } from '../../db/journal/append';
import { wakeCapped } from '../../db/journal/caps';
import { log } from '../../log';
import { ringStep } from '../../queue/enqueue';

/**
 * Rings for steps of an organization that wait for a cap with room. Never throws: money came back with a commit, and
 * the sweep finds whoever this missed.
 */
export async function wakeAtCaps(orgId: string): Promise<void> {
  try {
    for (const { runId, stepId } of await wakeCapped(orgId, CAP_RETRY_MS)) {
      const state = knownRun({ orgId, runId });
      const epoch = (state && stepIn(state, stepId)?.epoch) ?? 0;
      await ringStep({ orgId, runId, stepId, epoch });
    }
  } catch (error) {
    log().warn({ err: error, orgId }, 'steps that wait for a cap could not be woken');
  }
}
