import { z } from 'zod';
import { BudgetExceeded, BudgetRaised, BudgetWarned } from './budget-facts';
import { DelegationCompleted, DelegationFailed, DelegationStarted } from './delegation-facts';
import { ApprovalRequested, ApprovalResolved, RunAdopted } from './gate-facts';
import {
  HandoffAccepted,
  HandoffCancelled,
  HandoffCompleted,
  HandoffRejected,
  HandoffStarted,
  HandoffTimeout,
  Intent,
} from './handoff-facts';
import { Plan } from './plan';
import { RerunOf, Reused } from './rerun-facts';

/**
 * Everything that can happen to a run: journal row, SSE frame and UI input are this one union.
 * Facts outlive code: only new variants and optional fields may be added.
 */

export const RunStatus = z.enum([
  'queued',
  'running',
  'waiting',
  'paused',
  'completed',
  'failed',
  'cancelled',
  'budget_exceeded',
  'max_round_exceeded',
  'pingpong_exceeded',
  'timed_out',
]);
export type RunStatus = z.infer<typeof RunStatus>;

export const StepStatus = z.enum([
  'blocked',
  'waiting',
  'ready',
  'running',
  'completed',
  'failed',
  'skipped',
  'cancelled',
]);
export type StepStatus = z.infer<typeof StepStatus>;

/** Where money stands at this fact. `costMicros` is settled spend; `unknownMicros` counts against caps only. */
export const Totals = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  costMicros: z.int(),
  unknownMicros: z.int(),
  reservedMicros: z.int(),
});
export type Totals = z.infer<typeof Totals>;

export const ReviewIssue = z.object({ criterion: z.string(), text: z.string() });
export type ReviewIssue = z.infer<typeof ReviewIssue>;

/** A reviewer's structured answer. */
export const Verdict = z.object({ accept: z.boolean(), issues: z.array(ReviewIssue) });
export type Verdict = z.infer<typeof Verdict>;

/** Per step: how it was stopped, and what was spent after the acknowledgement. */
export const ReceiptLine = z.object({
  stepId: z.string(),
  /** The step's status at the moment of the stop. */
  was: StepStatus,
  /** Milliseconds from the acknowledgement to the stop; null: it never answered. */
  stoppedAfterMs: z.int().nullable(),
  tokensAfter: z.int(),
  costMicrosAfter: z.int(),
});
export type ReceiptLine = z.infer<typeof ReceiptLine>;

const step = { stepId: z.string(), round: z.int(), attempt: z.int() };
const epoch = { epoch: z.int() };
const totals = { totals: Totals };

export const FactBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run.started'),
    goal: z.string(),
    projectId: z.string(),
    startedBy: z.string(),
    capMicros: z.int(),
    /** What happens at its cap; absent: it ends. */
    atLimit: z.enum(['end', 'ask']).optional(),
    teamId: z.string().optional(),
    agentId: z.string().optional(),
    rerunOf: RerunOf.optional(),
    /** A rehearsal: without tools that change anything, and in nobody's figures. */
    trial: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('team.started'),
    teamId: z.string(),
    version: z.int(),
    goal: z.string(),
    bindings: z.record(z.string(), z.string()),
  }),
  z.object({
    type: z.literal('slot.bound'),
    slotId: z.string(),
    agentId: z.string(),
    mode: z.enum(['fixed', 'matched', 'preferred', 'override']),
  }),
  /** `reused`: steps that are done from the start, with what they delivered in the run that this one repeats. */
  z.object({ type: z.literal('plan.created'), plan: Plan, reused: z.array(Reused).optional() }),
  z.object({ type: z.literal('plan.task.ready'), ...step }),
  z.object({
    type: z.literal('plan.task.started'),
    ...step,
    ...epoch,
    worker: z.string(),
    /** Memories that this round of the step is issued. */
    hints: z.array(z.string()).optional(),
  }),
  z.object({
    type: z.literal('plan.task.waiting'),
    ...step,
    /** Of the claim that gives up its lease; a fact of another claim does not apply. */
    epoch: z.int().optional(),
    on: z.object({ kind: z.string(), ref: z.string().optional() }),
    /** The output that it waits with, when it waits for that to be approved. */
    artifactId: z.string().optional(),
    preview: z.string().optional(),
    verdict: Verdict.optional(),
    intent: Intent.optional(),
  }),
  /** A crash or a retryable failure: `attempt` is the next one, due after `delayMs`. */
  z.object({
    type: z.literal('plan.task.retried'),
    ...step,
    /** Of the claim that failed; a fact of another claim does not apply. */
    epoch: z.int().optional(),
    reason: z.string(),
    detail: z.string().optional(),
    delayMs: z.int(),
  }),
  z.object({
    type: z.literal('plan.task.completed'),
    ...step,
    ...epoch,
    artifactId: z.string().optional(),
    /** The first characters of the output, for lists; the whole text is the artifact. */
    preview: z.string(),
    verdict: Verdict.optional(),
    /** An actor's: what comes next. */
    intent: Intent.optional(),
  }),
  z.object({
    type: z.literal('plan.task.failed'),
    ...step,
    epoch: z.int().optional(),
    reason: z.string(),
    detail: z.string().optional(),
  }),
  z.object({ type: z.literal('plan.task.skipped'), ...step, reason: z.string() }),
  z.object({ type: z.literal('plan.task.cancelled'), ...step, reason: z.string() }),
  /** `stepId` is the executor's; `round` the rejected one. */
  z.object({
    type: z.literal('plan.task.rejected'),
    ...step,
    reviewStepId: z.string(),
    executorSlot: z.string(),
    reviewerSlot: z.string(),
    issues: z.array(ReviewIssue),
  }),
  /** `round` is the new one; `issues` are a person's words. */
  z.object({ type: z.literal('plan.task.reopened'), ...step, issues: z.array(ReviewIssue).optional() }),
  /** Its inputs changed: it will run again; `round` is the new one. */
  z.object({ type: z.literal('plan.task.invalidated'), ...step }),
  DelegationStarted,
  DelegationCompleted,
  DelegationFailed,
  HandoffStarted,
  HandoffAccepted,
  HandoffRejected,
  HandoffCompleted,
  HandoffCancelled,
  HandoffTimeout,
  z.object({
    type: z.literal('model.called'),
    ...step,
    ...epoch,
    callId: z.string(),
    ordinal: z.int(),
    providerId: z.string(),
    model: z.string(),
    ceilingMicros: z.int(),
    ...totals,
  }),
  z.object({
    type: z.literal('model.settled'),
    ...step,
    callId: z.string(),
    outcome: z.enum(['ok', 'failed', 'aborted', 'unknown']),
    inputTokens: z.int(),
    outputTokens: z.int(),
    costMicros: z.int(),
    unknownMicros: z.int(),
    detail: z.string().optional(),
    ...totals,
  }),
  z.object({
    type: z.literal('tool.called'),
    ...step,
    ...epoch,
    callId: z.string(),
    ordinal: z.int(),
    name: z.string(),
    kind: z.enum(['pure', 'idempotent', 'effect']),
  }),
  z.object({
    type: z.literal('tool.settled'),
    ...step,
    callId: z.string(),
    name: z.string(),
    outcome: z.enum(['ok', 'failed', 'refused']),
    detail: z.string().optional(),
  }),
  /** The statement itself is the memory's; a run keeps that it was made under it, and where. */
  z.object({
    type: z.literal('memory.proposed'),
    ...step,
    ...epoch,
    memoryId: z.string(),
    category: z.string(),
    subject: z.string(),
  }),
  z.object({ type: z.literal('memory.confirmed'), memoryId: z.string(), by: z.string() }),
  z.object({ type: z.literal('memory.superseded'), memoryId: z.string(), by: z.string() }),
  BudgetWarned,
  BudgetExceeded,
  BudgetRaised,
  z.object({
    type: z.literal('budget.overshot'),
    callId: z.string(),
    billedMicros: z.int(),
    ceilingMicros: z.int(),
  }),
  z.object({ type: z.literal('run.paused'), by: z.string().optional(), reason: z.string() }),
  z.object({ type: z.literal('run.resumed'), by: z.string().optional() }),
  RunAdopted,
  ApprovalRequested,
  ApprovalResolved,
  z.object({
    type: z.literal('team.completed'),
    status: z.literal('completed'),
    totalTokens: z.int(),
    costUsd: z.number(),
    reworkRounds: z.int(),
  }),
  z.object({
    type: z.literal('team.failed'),
    status: RunStatus,
    reason: z.string(),
    stepId: z.string().optional(),
  }),
  z.object({ type: z.literal('run.completed'), ...totals }),
  z.object({
    type: z.literal('run.cancelled'),
    by: z.string().optional(),
    reason: z.string(),
    ...totals,
  }),
  z.object({
    type: z.literal('run.failed'),
    status: RunStatus,
    reason: z.string(),
    stepId: z.string().optional(),
    ...totals,
  }),
  z.object({
    type: z.literal('step.stopped'),
    ...step,
    ...epoch,
    afterMs: z.int(),
    tokensAfter: z.int(),
    costMicrosAfter: z.int(),
  }),
  z.object({ type: z.literal('run.closed'), receipt: z.array(ReceiptLine), ...totals }),
]);
export type FactBody = z.infer<typeof FactBody>;
export type FactType = FactBody['type'];
export type BodyOf<T extends FactType> = Extract<FactBody, { type: T }>;

type Unstamped<T> = T extends { totals: Totals } ? Omit<T, 'totals'> & { totals?: Totals } : T;
/** What a verb gives to `reduce`: totals may be left out, the reducer writes the true ones. */
export type FactInput = Unstamped<FactBody>;
export type InputOf<T extends FactType> = Extract<FactInput, { type: T }>;

/** A fact as the journal keeps it: `seq` is 1..n without gaps, `at` an ISO time that never goes back. */
export type Fact = FactBody & { seq: number; at: string };
