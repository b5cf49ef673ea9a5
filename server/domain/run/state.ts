import type { ReceiptLine, ReviewIssue, RunStatus, StepStatus, Totals, Verdict } from './fact';
import type { Gate } from './gate';
import { graphOf } from './graph';
import type { HandoffState } from './handoff';
import type { Intent } from './handoff-facts';
import type { Hint } from './hints';
import type { Plan } from './plan';
import type { RerunOf } from './rerun-facts';

/*
 * The state machine, where the types alone do not tell it.
 *
 * A step is done when it is `completed`; a review step that rejected is blocked again at once, so a completed
 * review is an acceptance. A step depends on what it names in `dependsOn`, on what it reviews, and, unless it
 * is `eager` or itself a reviewer of that step, on every review of what it depends on. `blocked` becomes
 * `ready` when all of these are done: the fact `plan.task.ready`, also for a reopened step and for one that
 * has waited; only a retry becomes ready by its own fact, `plan.task.retried`, after its delay.
 *
 * A rejection: `rejected`, then `reopened` (round + 1, attempt 1, issues kept), then `invalidated` for each
 * step downstream that is not blocked, in topological order, then `ready` for the reopened one. Running steps
 * downstream are aborted; what they send afterwards carries an old round. A skipped step stays skipped while
 * something else that it depends on is failed or skipped. `reworks` counts the rejections that a step was
 * given another round for; one more than `maxRework` ends the run.
 *
 * A failure for good ends the run, or, of an optional step, skips everything that depends on it.
 *
 * An end, in one append: `plan.task.cancelled` for every step that is blocked, ready or waiting, the team's
 * end, the run's end. Running steps stay `running` until `step.stopped` or `run.closed` makes them cancelled.
 * `run.closed` follows as soon as no step runs and no model call is open; forced by the sweep, it first
 * settles the open calls as `unknown`. The receipt has a line for each step that was ready, waiting or running.
 *
 * Money: `spent` = settled + unknown. A call is open from `model.called` to `model.settled` whatever becomes of
 * its step, and its ceiling is reserved as long. The fold adds up amounts; the totals in facts are written by
 * the reducer for readers. Ordinals of model calls and of tool calls grow within a claim.
 */

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
  /** A review's, while it waits to be approved. */
  verdict?: Verdict;
  /** An actor's, while its output waits to be approved. */
  intent?: Intent;
  /** The issues of the newest rejection, for the round that answers them. */
  issues?: ReviewIssue[];
  /** Why it ended so: failed, skipped, cancelled. */
  reason?: string;
  detail?: string;
  /** Rejections that were answered by another round. */
  reworks?: number;
  /** Of a step made at run time: what its parent has been told became of it. */
  delegated?: 'completed' | 'failed';
  /** Model calls of this round that were answered. */
  toolRounds: number;
  /** Highest ordinals of this claim. */
  modelOrdinal?: number;
  toolOrdinal?: number;
  /** Memories that this round was issued. */
  hints?: string[];
  /** Its output is of the run that this one repeats, or by a person. */
  reused?: { editedBy?: string };
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

/** A tool call in flight. It is forgotten when its claim ends, but for an `effect`, which is never repeated. */
export type OpenTool = {
  callId: string;
  stepId: string;
  round: number;
  epoch: number;
  name: string;
  kind: 'pure' | 'idempotent' | 'effect';
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
  /** Who answers for the run since its starter's rights went. */
  adoptedBy?: string;
  /** Who paused it, while it is paused; absent when nobody did, because the rights of whom it works for went. */
  pausedBy?: string;
  teamId?: string;
  teamVersion?: number;
  agentId?: string;
  /** The ended run that this one repeats. */
  rerunOf?: RerunOf;
  trial?: true;
  bindings: Record<string, string>;
  /** While the start is written: slots of `bindings` whose `slot.bound` is still to come. */
  unbound?: string[];
  plan: Plan | null;
  /** In plan order; find one with `stepIn(state, id)`. */
  steps: StepState[];
  /** How many steps have each status. */
  tally: Record<StepStatus, number>;
  capMicros: number;
  /** What an approval of more money grants once more: the cap of the start. */
  grantMicros?: number;
  atLimit?: 'end' | 'ask';
  /** While a budget gate is open: the caps that its steps wait for, shared ones by id, the run's own as `OWN_CAP`. */
  shortOf?: string[];
  totals: Totals;
  warned: boolean;
  openCalls: OpenCall[];
  openTools: OpenTool[];
  reworkRounds: number;
  /** What was remembered under this run and stands. */
  hints?: Hint[];
  /** Of a handoff run: who acts. */
  handoff?: HandoffState;
  /** Every gate that was asked for, in this order. */
  gates?: Gate[];
  createdAt?: string;
  startedAt?: string;
  endedAt?: string;
  closed: boolean;
  receipt?: ReceiptLine[];
  /** The receipt in the making: what the end found ready, waiting or running. */
  stopping: ReceiptLine[];
  lastAt?: string;
};

/** What the outside must do after a fact was committed. Only facts appended now have effects; replay has none. */
export type Effect =
  | { kind: 'step.ring'; stepId: string; delayMs: number }
  | { kind: 'step.abort'; stepId: string; epoch: number }
  | { kind: 'run.end' };

/** The run's own cap among those that it is short of. */
export const OWN_CAP = 'own-cap';

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

export const NO_STEPS: Readonly<Record<StepStatus, number>> = {
  blocked: 0,
  waiting: 0,
  ready: 0,
  running: 0,
  completed: 0,
  failed: 0,
  skipped: 0,
  cancelled: 0,
};

/** A run before its first fact. */
export function initialState(): RunState {
  return {
    rulesVersion: RULES_VERSION,
    seq: 0,
    status: 'queued',
    goal: '',
    projectId: '',
    startedBy: '',
    bindings: {},
    plan: null,
    steps: [],
    tally: { ...NO_STEPS },
    capMicros: 0,
    totals: { inputTokens: 0, outputTokens: 0, costMicros: 0, unknownMicros: 0, reservedMicros: 0 },
    warned: false,
    openCalls: [],
    openTools: [],
    reworkRounds: 0,
    closed: false,
    stopping: [],
  };
}

/** The step's state in O(1); undefined for an unknown id or before the plan. */
export function stepIn(state: RunState, id: string): StepState | undefined {
  const position = state.plan ? graphOf(state.plan).position.get(id) : undefined;
  return position === undefined ? undefined : state.steps[position];
}

export const isEnded = (state: RunState): boolean => TERMINAL.has(state.status);
