import { z } from 'zod';
import { DEFAULT_BUDGET_MICROS, PARALLEL, REWORK, TURNS } from './limits';
import { Protocol } from './protocol';
import { count, Slot } from './slot';

const DEFAULTS = {
  maxRework: REWORK.default,
  maxTurns: TURNS.default,
  budgetMicros: DEFAULT_BUDGET_MICROS,
  parallelLimit: PARALLEL.default,
};

export const Defaults = z.strictObject({
  maxRework: count(REWORK).default(REWORK.default),
  maxTurns: count(TURNS).default(TURNS.default),
  /** Cap of a run, micro-dollars. */
  budgetMicros: count({ min: 0, max: 1_000_000_000_000 }).default(DEFAULT_BUDGET_MICROS),
  parallelLimit: count(PARALLEL).default(PARALLEL.default),
});
export type Defaults = z.infer<typeof Defaults>;

/** Who may fill a slot: every agent that the starter sees, or the team's members. */
export const RosterScope = z.enum(['visible', 'members']);

/**
 * A version's document: form, input, storage. This is its shape alone: `checkManifest` applies every rule and
 * is what stands before a save.
 */
export const Manifest = z.strictObject({
  manifestVersion: z.literal(1, { error: 'unknown_manifest_version' }),
  protocol: Protocol,
  slots: z.array(Slot).min(1, { error: 'no_slots' }),
  defaults: Defaults.default(DEFAULTS),
  rosterScope: RosterScope.default('visible'),
});
export type Manifest = z.infer<typeof Manifest>;

/** Agents that the document names; whether they exist and may be seen is the service's to say. */
export function agentIdsOf(manifest: Manifest): string[] {
  const ids = manifest.slots.flatMap(({ binding }) =>
    binding.mode === 'fixed' ? [binding.agentId] : binding.preferredAgentId ? [binding.preferredAgentId] : [],
  );
  return [...new Set(ids)];
}
