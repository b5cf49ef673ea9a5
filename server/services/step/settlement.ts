import { costMicros } from '@domain/money';
import type { ModelError } from '../../agents/model-error';
import type { ModelAnswer } from '../../agents/port';
import type { CallOutput } from './checkpoint';
import type { Claimed } from './claimed';

/** What a call came to. Amounts are micro-dollars and tokens. */
export type Settlement = {
  outcome: 'ok' | 'failed' | 'aborted' | 'unknown';
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  unknownMicros: number;
  detail?: string;
  output?: CallOutput;
};

/**
 * A finished answer; without believable usage the whole ceiling is charged. Without `output` it is paid for, but no
 * later attempt goes on from it.
 */
export function settledAnswer(claimed: Claimed, answer: ModelAnswer, output?: CallOutput): Settlement {
  const { usage } = answer;
  const price = claimed.agent.price!;
  return {
    outcome: 'ok',
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    costMicros: usage ? costMicros(price, usage.inputTokens, usage.outputTokens) : claimed.call.ceilingMicros,
    unknownMicros: 0,
    ...(usage ? {} : { detail: 'usage_missing' }),
    ...(output && { output }),
  };
}

/** Refused before any work was done: the provider bills nothing. */
const NOTHING_BILLED = new Set([
  'rate_limited',
  'overloaded',
  'auth',
  'quota',
  'not_found',
  'bad_request',
  'too_long',
  'blocked_url',
]);

/**
 * A call without an answer. What the provider reported counts; a call that may have been worked on, and of which
 * nobody said what it cost, is unknown: its ceiling counts against caps and is shown beside the cost.
 */
export function settledError(claimed: Claimed, error: ModelError): Settlement {
  const detail = `${error.reason}: ${error.message}`;
  const none = { inputTokens: 0, outputTokens: 0, costMicros: 0, unknownMicros: 0, detail };
  if (error.usage) {
    const { inputTokens, outputTokens } = error.usage;
    return {
      ...none,
      outcome: 'failed',
      inputTokens,
      outputTokens,
      costMicros: costMicros(claimed.agent.price!, inputTokens, outputTokens),
    };
  }
  const stopped = error.reason === 'aborted';
  if (error.unsent || NOTHING_BILLED.has(error.reason)) {
    return { ...none, outcome: stopped ? 'aborted' : 'failed' };
  }
  return {
    ...none,
    outcome: stopped ? 'aborted' : 'unknown',
    unknownMicros: claimed.call.ceilingMicros,
  };
}
