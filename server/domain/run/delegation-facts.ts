import { z } from 'zod';
import { PlanGate } from './plan';

/** The parent, as of this fact. */
const step = { stepId: z.string(), round: z.int(), attempt: z.int() };

/** A step made at run time: `stepId` gives work to one of its roster; the rest is what the child is asked. */
export const DelegationStarted = z.object({
  type: z.literal('delegation.started'),
  ...step,
  epoch: z.int(),
  /** `<stepId>/delegate/<NN>`. */
  childId: z.string(),
  /** The tool call that asked for it. */
  callId: z.string().optional(),
  slotId: z.string(),
  agentId: z.string(),
  title: z.string(),
  prompt: z.string(),
  /** 1 for a child of the lead. */
  depth: z.int(),
  /** Children of the same step. */
  dependsOn: z.array(z.string()).optional(),
  reviewOf: z.string().optional(),
  maxTurns: z.int(),
  maxAttempts: z.int(),
  maxRework: z.int().optional(),
  contract: z.string(),
  contractSchema: z.record(z.string(), z.unknown()).optional(),
  gate: PlanGate.optional(),
});

/** The child delivered, and whoever reviews it has accepted. */
export const DelegationCompleted = z.object({
  type: z.literal('delegation.completed'),
  ...step,
  childId: z.string(),
  artifactId: z.string().optional(),
  preview: z.string(),
});

/** The child will not deliver; its parent goes on. */
export const DelegationFailed = z.object({
  type: z.literal('delegation.failed'),
  ...step,
  childId: z.string(),
  reason: z.string(),
  detail: z.string().optional(),
});
