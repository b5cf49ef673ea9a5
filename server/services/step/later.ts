import type { RunState } from '@domain/run/state';
import { childResult, type Deliveries } from './child-results';

/** A tool's result that was not there when its call was recorded; `ref` is our id of that call. */
export type PendingResult = { kind: string; ref: string };

export type LateResult = { text: string; failed?: boolean };

const NOTHING: LateResult = { text: 'There was no answer.', failed: true };

/** What came meanwhile, as the model is told it; the run's journal knows it all. */
export function lateResult(
  state: RunState,
  { kind, ref }: PendingResult,
  delivered?: Deliveries,
): LateResult {
  switch (kind) {
    case 'question':
    case 'effect':
      return fromGate(state, ref);
    case 'children':
      return childResult(state, ref, delivered);
    default:
      return NOTHING;
  }
}

function fromGate(state: RunState, callId: string): LateResult {
  const gate = state.gates?.find((one) => one.callId === callId);
  switch (gate?.outcome) {
    case 'answered':
      return { text: `A person answered:\n${gate.text ?? ''}` };
    case 'approved':
      return { text: `A person has looked: it was done.${wordsOf(gate.text)}` };
    case 'denied':
      return { text: `A person has looked: it was not done.${wordsOf(gate.text)}`, failed: true };
    default:
      return NOTHING;
  }
}

const wordsOf = (text: string | undefined): string => (text ? `\n${text}` : '');
