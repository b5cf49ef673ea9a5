import type { ReceiptLine, ReviewIssue, RunStatus, StepStatus, Totals } from './fact';
import type { Plan } from './plan';

/** Changes when the meaning of stored state changes: an older snapshot is then ignored and the journal folded. */
export const RULES_VERSION = 1;

export type StepState = {
  id: string;
  status: StepStatus;
  round: number;
  attempt: number;
  /** Of the newest claim; 0 before the first. */
  epoch: number;
  worker?: string;
  /** What a waiting step waits for. */
  waitingOn?: { kind: string; ref?: string };
  /** Delay of a retry before it may be claimed. */
  delayMs?: number;
  artifactId?: string;
  preview?: string;
  /** The issues of the newest rejection, for the round that answers them. */
  issues?: ReviewIssue[];
  /** Why it ended so: failed, skipped, cancelled. */
  reason?: string;
  detail?: string;
  toolRounds: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  unknownMicros: number;
  readyAt?: string;
  startedAt?: string;
  endedAt?: string;
};

/** A model call in flight: its ceiling is reserved. */
export type OpenCall = {
  callId: string;
  stepId: string;
  round: number;
  attempt: number;
  epoch: number;
  ceilingMicros: number;
};

/** The fold of a run's facts: plain JSON, the same in worker, web server and browser. */
export type RunState = {
  rulesVersion: number;
  seq: number;
  status: RunStatus;
  /** Why the run ended so, or is paused. */
  reason?: string;
  /** The step that a failed run failed at. */
  failedStepId?: string;
  goal: string;
  projectId: string;
  startedBy: string;
  teamId?: string;
  teamVersion?: number;
  agentId?: string;
  bindings: Record<string, string>;
  plan: Plan | null;
  /** In plan order; find one with `stepIn(state, id)`. */
  steps: StepState[];
  capMicros: number;
  totals: Totals;
  warned: boolean;
  openCalls: OpenCall[];
  reworkRounds: number;
  createdAt?: string;
  startedAt?: string;
  endedAt?: string;
  closed: boolean;
  receipt?: ReceiptLine[];
  /** The statuses that the end found running, for the receipt. */
  stopping: ReceiptLine[];
  lastAt?: string;
};

/** What the outside must do after a fact was committed. Only facts appended now have effects; replay has none. */
export type Effect =
  | { kind: 'step.ring'; stepId: string; delayMs: number }
  | { kind: 'step.abort'; stepId: string; epoch: number }
  | { kind: 'run.end' };

export const TERMINAL: ReadonlySet<RunStatus> = new Set<RunStatus>([
  'completed',
  'failed',
  'cancelled',
  'budget_exceeded',
  'max_round_exceeded',
  'pingpong_exceeded',
  'timed_out',
]);

export const STEP_TERMINAL: ReadonlySet<StepStatus> = new Set<StepStatus>([
  'completed',
  'failed',
  'skipped',
  'cancelled',
]);
