import { costMicros } from '@domain/money';
import { spentMicros } from '@domain/run/budget';
import { control } from '../../failpoint';
import type { Claimed } from './claimed';
import type { Conversation } from './conversation';

/** With so many ceilings left in the run's budget a call may cost more than was estimated without exceeding it. */
const FEW = 4;
/** Tokens around a message that are nobody's text. */
const PER_MESSAGE = 16;

/**
 * What a call may cost that its reservation does not cover, micro-dollars; null: it is covered. A ceiling stands on an
 * estimate with a margin. When few ceilings are left that is not enough to hold the budget, so the prompt as it is
 * sent is counted: no tokenizer makes more tokens of a text than it has bytes.
 */
export function beyondCover({ agent, call, state }: Claimed, talk: Conversation): number | null {
  const left = state.capMicros - spentMicros(state) - state.totals.reservedMicros;
  // control: trusts the estimate to the last cent
  if (!agent.price || left >= FEW * call.ceilingMicros || control('cover')) return null;
  const most = costMicros(agent.price, mostInputTokens(talk), agent.maxOutputTokens);
  const alone = state.openCalls.length <= 1;
  return most <= call.ceilingMicros + (alone ? left : 0) ? null : most;
}

function mostInputTokens({ system, messages, tools, schema }: Conversation): number {
  const bytes = Buffer.byteLength(JSON.stringify([system, messages, tools, schema]));
  return bytes + PER_MESSAGE * (messages.length + 1);
}
