// Engine: no person acts here; a step that finds no room under a cap waits, asks or ends its run.
import type { CapShort } from '@domain/budget/cap';
import { exceededFact } from '@domain/run/budget';
import { stoppedFact } from '@domain/run/claim-facts';
import { stepIn } from '@domain/run/state';
import { appendToRun } from '../../db/journal/append';
import type { Draft } from '../../db/journal/draft';
import type { RunRef } from '../../db/journal/payload';
import { afterAppend } from './after';
import type { Claimed } from './claimed';
import { giveBack } from './give-back';
import { recordOutcome } from './record';
import type { Runtime } from './runtime';

/** A ready step whose first call found no room: it waits for what is open, else its run asks or ends. */
export async function holdAtCap(
  runtime: Runtime,
  ref: RunRef,
  stepId: string,
  short: CapShort,
): Promise<void> {
  const appended = await appendToRun(
    ref,
    (draft) => {
      if (stepIn(draft.state, stepId)?.status !== 'ready') return false;
      if (!short.open) return draft.add(exceededFact(draft.state, short.neededMicros, stepId, short));
      waitAtCap(draft, stepId, short);
      return true;
    },
    { leaseMs: runtime.leaseMs },
  );
  afterAppend(ref, appended);
}

/** A running step whose next call found no room: it gives its worker back, or its run asks or ends. */
export function leaveAtCap(draft: Draft, claimed: Claimed, short: CapShort): boolean {
  if (!short.open) return endByBudget(draft, short.neededMicros, claimed.stepId, short);
  if (!giveBack(draft, claimed, claimed.stepId)) return false;
  waitAtCap(draft, claimed.stepId, short);
  return true;
}

/** The run ends here, and with it this step, which has answered already; or the step waits until it may have more. */
export function endByBudget(draft: Draft, ceiling: number, stepId: string, short?: CapShort): boolean {
  if (!draft.add(exceededFact(draft.state, ceiling, stepId, short))) return false;
  const answer = stoppedFact(draft.state, stepId, 0);
  return answer === null || draft.add(answer);
}

/** A call that was opened and must not be made: it might cost more than is left of its run's budget. */
export async function leaveUnsent(runtime: Runtime, claimed: Claimed, needed: number): Promise<void> {
  const nothing = { inputTokens: 0, outputTokens: 0, costMicros: 0, unknownMicros: 0 };
  const unsent = { outcome: 'failed' as const, ...nothing, detail: 'budget: not sent' };
  await recordOutcome(runtime, claimed, unsent, (draft, step) => endByBudget(draft, needed, step.id));
}

function waitAtCap(draft: Draft, stepId: string, { capId, neededMicros }: CapShort): void {
  draft.budgetBlocked = stepId;
  draft.capWait = { stepId, capId, neededMicros };
}
