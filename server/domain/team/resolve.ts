import type { CapabilitySettings } from '../agent/capabilities';
import { type Lack, lacks } from '../agent/fit';
import type { Manifest } from './manifest';
import type { Slot } from './slot';

/*
 * Who does what, decided before a start and written into it. A slot is bound
 * - `override`: to whom the starter chose, where the slot is by role and the chosen one is in the roster and fits;
 * - `fixed`: to the agent that the version names, if it is in the roster;
 * - by role, among those of the roster who fit: the only one (`matched`), else the preferred one (`preferred`).
 * Everything else is a refusal: several without a choice, nobody, or a choice that cannot be. One slot's refusal is
 * told beside the others' bindings.
 */

/** An agent that the starter sees and may use in the project; `member`: it is the team's hub or a member. */
export type RosterAgent = {
  id: string;
  name: string;
  role: string;
  capabilities: CapabilitySettings;
  skills: readonly string[];
  /** Projects that it may work in; none: all. */
  projectIds: readonly string[];
  member: boolean;
};

export type BindingMode = 'fixed' | 'matched' | 'preferred' | 'override';
export type Lacking = { agent: RosterAgent; lacks: Lack[] };

export type Resolved =
  | { slot: Slot; mode: BindingMode; agent: RosterAgent; candidates: RosterAgent[] }
  | { slot: Slot; refusal: 'ambiguous'; candidates: RosterAgent[] }
  /** `nearest`: those who lack least. */
  | { slot: Slot; refusal: 'nobody'; nearest: Lacking[] }
  /** The version's own agent is not in the roster. */
  | { slot: Slot; refusal: 'agent_unavailable' }
  | { slot: Slot; refusal: 'override_of_fixed' | 'override_unavailable' | 'override_unfit'; lacks: Lack[] };

export type Resolution = {
  slots: Resolved[] /** Chosen for slots that do not exist. */;
  unknownSlots: string[];
};

const NEAREST = 5;

/** Those who may fill the slots of this version in this project, by name. */
export function rosterOf(
  { rosterScope }: Pick<Manifest, 'rosterScope'>,
  projectId: string,
  agents: readonly RosterAgent[],
): RosterAgent[] {
  return agents
    .filter(({ member }) => rosterScope === 'visible' || member)
    .filter(({ projectIds }) => projectIds.length === 0 || projectIds.includes(projectId))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1));
}

/** Binds each slot of a version to somebody of the roster. `overrides`: slot → agent, as the starter chose. */
export function resolveBindings(
  { slots }: Pick<Manifest, 'slots'>,
  roster: readonly RosterAgent[],
  overrides: ReadonlyMap<string, string> = new Map(),
): Resolution {
  const byId = new Map(roster.map((agent) => [agent.id, agent]));
  const known = new Set(slots.map(({ id }) => id));
  return {
    slots: slots.map((slot) => resolve(slot, roster, byId, overrides.get(slot.id))),
    unknownSlots: [...overrides.keys()].filter((id) => !known.has(id)),
  };
}

function resolve(
  slot: Slot,
  roster: readonly RosterAgent[],
  byId: ReadonlyMap<string, RosterAgent>,
  chosen: string | undefined,
): Resolved {
  const { binding } = slot;
  if (binding.mode === 'fixed') {
    if (chosen !== undefined) return { slot, refusal: 'override_of_fixed', lacks: [] };
    const agent = byId.get(binding.agentId);
    return agent ? { slot, mode: 'fixed', agent, candidates: [] } : { slot, refusal: 'agent_unavailable' };
  }
  const judged = roster.map((agent) => ({ agent, lacks: lacks(agent, slot.requirements) }));
  const candidates = judged.filter(({ lacks }) => lacks.length === 0).map(({ agent }) => agent);
  if (chosen !== undefined) {
    const choice = judged.find(({ agent }) => agent.id === chosen);
    if (!choice) return { slot, refusal: 'override_unavailable', lacks: [] };
    if (choice.lacks.length > 0) return { slot, refusal: 'override_unfit', lacks: choice.lacks };
    return { slot, mode: 'override', agent: choice.agent, candidates };
  }
  const [only] = candidates;
  if (!only) {
    const asked = slot.requirements.capabilities.length + slot.requirements.skills.length;
    // Who says nothing of itself lacks all that is asked.
    const gap = ({ lacks }: Lacking) => (lacks[0]?.kind === 'settings' ? asked : lacks.length);
    const nearest = judged.sort((a, b) => gap(a) - gap(b)).slice(0, NEAREST);
    return { slot, refusal: 'nobody', nearest };
  }
  if (candidates.length === 1) return { slot, mode: 'matched', agent: only, candidates };
  const preferred = candidates.find(({ id }) => id === binding.preferredAgentId);
  return preferred
    ? { slot, mode: 'preferred', agent: preferred, candidates }
    : { slot, refusal: 'ambiguous', candidates };
}
