import { z } from 'zod';
import { line, prose } from '../text';
import { HANDOFF_ROUNDS, INTENT_TIMEOUT_MS, PING_PONG, TURNS } from './limits';
import { count, LocalId } from './slot';

/** One node of a drawn graph. References are checked with those of slots, by `referenceIssues`. */
export const DagStep = z.strictObject({
  id: LocalId,
  slot: z.string(),
  title: line(120).optional(),
  /** Added to the slot's responsibility. */
  prompt: prose(16_000).optional(),
  dependsOn: z.array(z.string()).default([]),
  reviewOf: z.string().optional(),
  /** Starts before the reviews of what it depends on. */
  eager: z.boolean().optional(),
  optional: z.boolean().optional(),
  maxTurns: count(TURNS).optional(),
});
export type DagStep = z.infer<typeof DagStep>;

export const HandoffEdge = z.strictObject({ from: z.string(), to: z.string() });
export type HandoffEdge = z.infer<typeof HandoffEdge>;

export const Protocol = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('pipeline') }),
    z.strictObject({ kind: z.literal('review_gate') }),
    z.strictObject({ kind: z.literal('dag'), steps: z.array(DagStep) }),
    z.strictObject({ kind: z.literal('fan_out') }),
    z.strictObject({ kind: z.literal('lead_workers') }),
    z.strictObject({
      kind: z.literal('handoff'),
      entrySlot: z.string(),
      edges: z.array(HandoffEdge),
      maxRounds: count(HANDOFF_ROUNDS).default(HANDOFF_ROUNDS.default),
      maxPingPongPerPair: count(PING_PONG).default(PING_PONG.default),
      intentTimeoutMs: count(INTENT_TIMEOUT_MS).default(INTENT_TIMEOUT_MS.default),
      actorMayCancel: z.boolean().default(false),
    }),
  ],
  { error: (found) => (found.code === 'invalid_union' ? 'unknown_protocol' : undefined) },
);
export type Protocol = z.infer<typeof Protocol>;
