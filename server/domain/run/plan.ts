import { z } from 'zod';

/** One node of a plan. `dependsOn` and `reviewOf` name other steps of the same plan. */
export const PlanStep = z.object({
  id: z.string(),
  slotId: z.string(),
  agentId: z.string(),
  title: z.string(),
  /** The slot's responsibility: what this step is asked to do. */
  prompt: z.string(),
  dependsOn: z.array(z.string()),
  /** The step whose output this one accepts or rejects; its own output is a verdict. */
  reviewOf: z.string().optional(),
  /** Starts on a reviewed dependency before its review; a rejection then invalidates what it did. */
  eager: z.boolean().optional(),
  /** Failing for good does not fail the run: dependents are skipped. */
  optional: z.boolean().optional(),
  /** Model calls per round. */
  maxTurns: z.int(),
  maxAttempts: z.int(),
  /** What the step promises to deliver, in words. */
  contract: z.string(),
  /** JSON Schema of the delivery, when the contract has one. */
  contractSchema: z.record(z.string(), z.unknown()).optional(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** What every protocol compiles to and all that the engine knows. Stored whole in `plan.created`. */
export const Plan = z.object({
  protocol: z.string(),
  maxRework: z.int(),
  /** Steps that may run at the same time in this run. */
  parallelLimit: z.int(),
  steps: z.array(PlanStep),
});
export type Plan = z.infer<typeof Plan>;
