import type { RunState } from '@domain/run/state';
import type { ModelMessage, ModelToolCall } from '../../agents/port';
import type { Checkpoint } from '../../db/journal/engine';
import { lateResult, type PendingResult } from './later';

/** What a settled call leaves in its ledger row: enough to continue the conversation without asking again. */
export type CallOutput = {
  text: string;
  toolCalls: ModelToolCall[];
  /** `pending`: what it says came later, and is not in this row. */
  results: { callId: string; name: string; text: string; failed?: boolean; pending?: PendingResult }[];
  /** The message that asked the model to say it again. */
  repair?: string;
};

/** The conversation that settled calls already had: a new attempt replays it and pays only for what is missing. */
export function replayed(
  checkpoint: Checkpoint | null,
  state: RunState,
): {
  messages: ModelMessage[];
  calls: number;
  repairs: number;
} {
  const outputs = (checkpoint?.calls ?? []).map((call) => call.output as CallOutput);
  return {
    messages: outputs.map((output) => withLateResults(output, state, checkpoint?.texts)).flatMap(exchangeOf),
    calls: outputs.length,
    repairs: outputs.filter((output) => output.repair !== undefined).length,
  };
}

function withLateResults(
  output: CallOutput,
  state: RunState,
  texts: ReadonlyMap<string, string> | undefined,
): CallOutput {
  const late = output.results.filter(({ pending }) => pending).length;
  const results = output.results.map(({ pending, ...result }) =>
    pending ? { ...result, ...lateResult(state, pending, { texts, late }) } : result,
  );
  return { ...output, results };
}

/** The messages that one settled call adds: what the model said, and what it was answered. */
export function exchangeOf(output: CallOutput): ModelMessage[] {
  const said: ModelMessage = { role: 'assistant', text: output.text, toolCalls: output.toolCalls };
  const results = output.results.map((result): ModelMessage => ({ role: 'tool', ...result }));
  const repair: ModelMessage[] = output.repair === undefined ? [] : [{ role: 'user', text: output.repair }];
  return [said, ...results, ...repair];
}
