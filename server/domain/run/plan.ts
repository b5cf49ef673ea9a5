import { z } from 'zod';

/** A person decides before the step starts, after its output, or both; `fourEyes`: not who started the run. */
export const PlanGate = z.object({
  before: z.boolean().optional(),
  after: z.boolean().optional(),
  fourEyes: z.boolean().optional(),
});
export type PlanGate = z.infer<typeof PlanGate>;

/** Somebody whom a lead may give work to, pinned with the plan: a slot of the version, or a member of the team. */
export const RosterEntry = z.object({
  slotId: z.string(),
  agentId: z.string(),
  title: z.string(),
  responsibility: z.string(),
  contract: z.string(),
  contractSchema: z.record(z.string(), z.unknown()).optional(),
  gate: PlanGate.optional(),
});
export type RosterEntry = z.infer<typeof RosterEntry>;

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
  gate: PlanGate.optional(),
  /** Model calls per round. */
  maxTurns: z.int(),
  maxAttempts: z.int(),
  /** What the step promises to deliver, in words. */
  contract: z.string(),
  /** JSON Schema of the delivery, when the contract has one. */
  contractSchema: z.record(z.string(), z.unknown()).optional(),
  /** This step leads: it may give work to its roster while it runs. */
  lead: z.boolean().optional(),
  roster: z.array(RosterEntry).optional(),
  /** Of a step that was made at run time: the step that delegated it, and how deep below the lead it stands. */
  parent: z.string().optional(),
  depth: z.int().optional(),
  /** The tool call that asked for it: what becomes of the step is that call's result. */
  callId: z.string().optional(),
  /** Times that this step may be reworked; without it the plan's `maxRework`. */
  maxRework: z.int().optional(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** Who may hand over to whom, and how often; steps are named by id. See `handoff.ts`. */
export const PlanHandoff = z.object({
  entry: z.string(),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Steps whose agent takes part in no handoff. */
  closed: z.array(z.string()),
  maxRounds: z.int(),
  maxPingPongPerPair: z.int(),
  intentTimeoutMs: z.int(),
  actorMayCancel: z.boolean(),
});
export type PlanHandoff = z.infer<typeof PlanHandoff>;

/** What every protocol compiles to and all that the engine knows. Stored whole in `plan.created`. */
export const Plan = z.object({
  protocol: z.string(),
  maxRework: z.int(),
  /** Steps that may run at the same time in this run. */
  parallelLimit: z.int(),
  steps: z.array(PlanStep),
  /** One step acts at a time, and says which is next. */
  handoff: PlanHandoff.optional(),
});
export type Plan = z.infer<typeof Plan>;
