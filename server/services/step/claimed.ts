import type { RunState, StepState } from '@domain/run/state';
import type { AgentRow, Checkpoint } from '../../db/journal/engine';
import type { RunRef } from '../../db/journal/payload';

/** A model call that was opened in the journal, its ceiling reserved. */
export type OpenedCall = { callId: string; ordinal: number; ceilingMicros: number };

/** A step that this process owns under `epoch`, with its next model call already opened. */
export type Claimed = {
  ref: RunRef;
  stepId: string;
  round: number;
  attempt: number;
  epoch: number;
  agent: AgentRow;
  call: OpenedCall;
  /** Settled calls of this round that a crashed attempt left. */
  checkpoint: Checkpoint | null;
  /** The run as of the claim. */
  state: RunState;
  /** Steps of this run that were taken in a row without the queue. */
  continued: number;
};

/** What every fact about the claimed step carries. */
export const addressOf = ({ stepId, round, attempt }: Pick<Claimed, 'stepId' | 'round' | 'attempt'>) => ({
  stepId,
  round,
  attempt,
});

export const addressIn = (step: StepState) => ({ stepId: step.id, round: step.round, attempt: step.attempt });
