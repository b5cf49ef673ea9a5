import { z } from 'zod';

/** What a gate asks for: a start, an output, an answer, what became of an effect, more money. */
export const GateKind = z.enum(['before', 'after', 'question', 'effect', 'budget']);
export type GateKind = z.infer<typeof GateKind>;

export const GateDecision = z.enum(['approved', 'denied', 'answered', 'timed_out']);
export type GateDecision = z.infer<typeof GateDecision>;

/** Without a step the gate is the whole run's. Its deadline is `waitMs` after the fact. */
export const ApprovalRequested = z.object({
  type: z.literal('approval.requested'),
  gateId: z.string(),
  kind: GateKind,
  stepId: z.string().optional(),
  round: z.int().optional(),
  attempt: z.int().optional(),
  /** Of the claim that asks; a fact of another claim does not apply. */
  epoch: z.int().optional(),
  question: z.string().optional(),
  /** The tool call that the decision settles. */
  callId: z.string().optional(),
  waitMs: z.int(),
  /** Whoever the run works for may not decide. */
  fourEyes: z.boolean().optional(),
});

/** `by` is absent when time decided. */
export const ApprovalResolved = z.object({
  type: z.literal('approval.resolved'),
  gateId: z.string(),
  by: z.string().optional(),
  decision: GateDecision,
  text: z.string().optional(),
});

/** Somebody else answers for the run from here on: it works with their rights. */
export const RunAdopted = z.object({ type: z.literal('run.adopted'), by: z.string() });
