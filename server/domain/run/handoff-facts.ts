import { z } from 'zod';

/** What an actor says comes next; its structured output has one of these beside its delivery. */
export const IntentKind = z.enum(['handoff', 'complete', 'cancel', 'none']);
export type IntentKind = z.infer<typeof IntentKind>;

export const Intent = z.object({
  kind: IntentKind,
  /** `handoff`: the slot that acts next. */
  to: z.string().optional(),
  /** What the next actor should do; of `complete` the final summary; of `cancel` why. */
  reason: z.string().optional(),
});
export type Intent = z.infer<typeof Intent>;

/** Why a handoff does not happen. The first ones are told to the actor; the last two end the run. */
export const HandoffRefusal = z.enum([
  'not_active',
  'to_itself',
  'unknown_slot',
  'agent_closed',
  'no_edge',
  'may_not_cancel',
  'max_rounds',
  'pingpong',
]);
export type HandoffRefusal = z.infer<typeof HandoffRefusal>;

/** The active actor's step, as of this fact. */
const step = { stepId: z.string(), round: z.int(), attempt: z.int() };
/** A person, when it was not the actor. */
const by = { by: z.string().optional() };

/** Of the claim whose wish is refused, and which of its answers had it: each is refused once. */
const refused = { epoch: z.int().optional(), ordinal: z.int().optional() };

/** Somebody wants the next slot to act: the actor, or a person. What becomes of it follows in the same append. */
export const HandoffStarted = z.object({
  type: z.literal('handoff.started'),
  ...step,
  ...refused,
  to: z.string(),
  reason: z.string().optional(),
  ...by,
});

/** `to` acts from here on. `rounds` and `bounces` count this handoff. */
export const HandoffAccepted = z.object({
  type: z.literal('handoff.accepted'),
  ...step,
  to: z.string(),
  rounds: z.int(),
  bounces: z.int(),
  reason: z.string().optional(),
  ...by,
});

/** The actor stays the same. */
export const HandoffRejected = z.object({
  type: z.literal('handoff.rejected'),
  ...step,
  ...refused,
  to: z.string().optional(),
  reason: HandoffRefusal,
});

export const HandoffCompleted = z.object({
  type: z.literal('handoff.completed'),
  ...step,
  /** The last delivery, which is the run's result. */
  artifactId: z.string().optional(),
  summary: z.string(),
  ...by,
});

export const HandoffCancelled = z.object({
  type: z.literal('handoff.cancelled'),
  ...step,
  reason: z.string(),
});

/** The actor has delivered and nobody said in time what comes next. */
export const HandoffTimeout = z.object({ type: z.literal('handoff.timeout'), ...step });
