// Decides inside a draft: whoever appends it holds the claim, whose epoch authorises it.
import type { Draft } from '../../db/journal/draft';
import { addressOf, type Claimed } from './claimed';

/** Frees the worker: the step is ready again under the same attempt, and what it has settled stays. */
export function giveBack(draft: Draft, claimed: Claimed, blockedStep?: string): boolean {
  const address = addressOf(claimed);
  const on = { kind: blockedStep ? 'budget' : 'worker' };
  if (!draft.add({ type: 'plan.task.waiting', ...address, epoch: claimed.epoch, on })) return false;
  if (!draft.add({ type: 'plan.task.ready', ...address })) return false;
  draft.budgetBlocked = blockedStep;
  return true;
}
