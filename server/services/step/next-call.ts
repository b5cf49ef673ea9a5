// Engine: the epoch is what authorises a running step's next call.
import type { CapShort } from '@domain/budget/cap';
import { budgetFor } from '@domain/run/budget';
import type { StepState } from '@domain/run/state';
import type { ModelAnswer } from '../../agents/port';
import { ceilingMicros, exchangeCeilingTokens } from '../../agents/prompt/budget';
import { newId } from '../../db/ids';
import type { Draft } from '../../db/journal/draft';
import { readAgent } from '../../db/journal/engine';
import { endByBudget, leaveAtCap } from './at-cap';
import { type CallOutput, exchangeOf } from './checkpoint';
import { addressOf, type Claimed, type OpenedCall } from './claimed';
import type { Conversation } from './conversation';
import { fail } from './fail';
import { giveBack } from './give-back';
import { isOpened, recordOutcome } from './record';
import type { Runtime } from './runtime';
import { settledAnswer } from './settlement';
import { modelOf } from './start-step';
import { addTools, type UsedTool } from './tools';

/**
 * Settles the answered call with its tools and opens the next one, in one commit: the checkpoint of the step. Null
 * when the step may not go on: turns used up, money spent or reserved elsewhere, fenced, stopped. `conflict`: a file
 * that a tool was to write has changed since it was read, and nothing was recorded. `also`: what else the commit says.
 */
export async function nextCall(
  runtime: Runtime,
  claimed: Claimed,
  talk: Conversation,
  answer: ModelAnswer,
  output: CallOutput,
  used: UsedTool[],
  also?: (draft: Draft, step: StepState) => void,
): Promise<Claimed | 'conflict' | null> {
  const settled = settledAnswer(claimed, answer, output);
  if (claimed.call.ordinal >= talk.planned.maxTurns) {
    await fail(runtime, claimed, settled, {
      reason: 'max_turns',
      retryable: false,
      detail: `${talk.planned.maxTurns} model calls`,
    });
    return null;
  }
  const priced = await pricedNow(claimed);
  const said = talk.messages.length;
  talk.messages.push(...exchangeOf(output));
  const ceiling = ceilingOf(priced, talk);
  const opened: OpenedCall = {
    callId: newId(),
    ordinal: claimed.call.ordinal + 1,
    ceilingMicros: ceiling,
  };
  const decide = (short?: CapShort) => (draft: Draft, step: StepState) => {
    // An earlier try has committed, and its answer was lost.
    if (draft.state.openCalls.some((call) => call.callId === opened.callId)) return false;
    addTools(draft, claimed, step.epoch, used);
    also?.(draft, step);
    if (short) return leaveAtCap(draft, claimed, short);
    const fits = budgetFor(draft.state, ceiling);
    if (fits === 'exceeded') return endByBudget(draft, ceiling, step.id);
    const address = addressOf(claimed);
    if (fits === 'blocked') return giveBack(draft, claimed, step.id);
    return draft.add({
      type: 'model.called',
      ...address,
      epoch: step.epoch,
      ...opened,
      ...modelOf(claimed.agent),
    });
  };
  let appended = await recordOutcome(runtime, claimed, settled, decide());
  if (appended.outcome === 'capped')
    appended = await recordOutcome(runtime, claimed, settled, decide(appended.short));
  if (appended.outcome === 'conflict') {
    talk.messages.length = said;
    return 'conflict';
  }
  return appended.state && isOpened(appended, opened.callId)
    ? { ...priced, call: opened, state: appended.state }
    : null;
}

/** With the price that is in force now: what was opened before is settled at the price that it was opened with. */
async function pricedNow(claimed: Claimed): Promise<Claimed> {
  const { ref, agent } = claimed;
  const now = await readAgent(ref.orgId, agent.id).catch(() => null);
  const sameModel = now?.model === agent.model && now.provider.id === agent.provider.id;
  return sameModel && now.price ? { ...claimed, agent: { ...agent, price: now.price } } : claimed;
}

function ceilingOf(claimed: Claimed, talk: Conversation): number {
  const said = talk.messages.slice(1);
  return ceilingMicros(
    claimed.agent.price!,
    talk.budgets,
    claimed.agent.maxOutputTokens,
    exchangeCeilingTokens(said),
  );
}
