import { z } from 'zod';
import { Capability } from '../agent/capabilities';
import { Id } from '../ids';
import { BindingChoice } from './binding-choice';
import { Requirements } from './slot';

/** Asks who would do what if a run were started so. */
export const TeamResolve = z.strictObject({
  id: Id,
  projectId: Id,
  /** Default: the applied version. */
  version: z.int().min(1).max(1_000_000).optional(),
  bindings: BindingChoice.optional(),
});
export type TeamResolve = z.infer<typeof TeamResolve>;

const Candidate = z.strictObject({ agentId: Id, name: z.string(), role: z.string() });
export type Candidate = z.infer<typeof Candidate>;

const Lack = z.union([
  z.strictObject({ kind: z.enum(['capability', 'skill']), name: z.string() }),
  z.strictObject({ kind: z.literal('settings') }),
]);

/** Why a slot has the agent that it has, or none. */
export const BindingReason = z.enum([
  ...['fixed', 'matched', 'preferred', 'override'],
  ...['ambiguous', 'nobody', 'agent_unavailable', 'unpriced_model'],
  ...['override_of_fixed', 'override_unavailable', 'override_unfit'],
] as const);
export type BindingReason = z.infer<typeof BindingReason>;

export const SlotBindingView = z.strictObject({
  slotId: z.string(),
  title: z.string(),
  mode: z.enum(['fixed', 'role']),
  /** Null: the slot cannot be bound as things are. */
  agent: Candidate.nullable(),
  reason: BindingReason,
  requirements: Requirements,
  /** What the bound agent may do in this slot: its own, which no team widens. */
  capabilities: z.array(Capability),
  /** Others who fit as well, the first 50 by name; `candidateCount` is all of them. */
  candidates: z.array(Candidate),
  candidateCount: z.int(),
  /** When nobody fits: who lacks least, and what. */
  nearest: z.array(Candidate.extend({ lacks: z.array(Lack) })),
});
export type SlotBindingView = z.infer<typeof SlotBindingView>;

export const TeamResolved = z.strictObject({
  version: z.int().nullable(),
  resolvable: z.boolean(),
  /** Why it cannot be started so: a slot's reason, or that of the whole; null when it can. */
  reason: z.string().nullable(),
  slots: z.array(SlotBindingView),
});
export type TeamResolved = z.infer<typeof TeamResolved>;
