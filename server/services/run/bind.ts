import { DomainError, type Issue } from '@domain/errors';
import type { Manifest } from '@domain/team/manifest';
import {
  type BindingMode,
  type Resolution,
  type Resolved,
  type RosterAgent,
  resolveBindings,
  rosterOf,
} from '@domain/team/resolve';
import type { StartTerms } from '../../db/journal/start';

/** Slot → agent, and how each came to it. */
export type Bound = { bindings: Record<string, string>; modes: Record<string, BindingMode> };

/** Candidates of a slot that a refusal names; there may be more. */
const NAMED = 50;

/** What the slots of a version come to for this starter, project and choice; nothing is refused here. */
export function resolveSlots(
  manifest: Manifest,
  projectId: string,
  terms: StartTerms,
  overrides: Readonly<Record<string, string>> = {},
): Resolution {
  const roster = rosterOf(manifest, projectId, agentsOf(terms));
  return resolveBindings(manifest, roster, new Map(Object.entries(overrides)));
}

/** With a roster in the terms that is everybody; without one, all slots are fixed and their agents are enough. */
function agentsOf({ roster, agents }: StartTerms): RosterAgent[] {
  if (roster) return Object.entries(roster).map(([id, agent]) => ({ id, ...agent }));
  return Object.entries(agents).flatMap(([id, { available, name, role, projectIds }]) =>
    available ? [{ id, name, role, projectIds, capabilities: null, skills: [], member: false }] : [],
  );
}

/**
 * Every slot with its agent. What cannot be is told before what may be chosen, and of all slots at once.
 * @throws unprocessable `bad_binding` · `agent_unavailable` · `no_candidate` (details: the requirements, and who lacks
 * least), conflict `ambiguous_binding` (details: the candidates)
 */
export function bindSlots(manifest: Manifest, resolution: Resolution): Bound {
  const bad = badChoices(resolution);
  if (bad.length > 0) throw impossible('bad_binding', 'A choice for a slot cannot be', bad);
  const { slots } = resolution;
  const gone = slots.filter((one) => 'refusal' in one && one.refusal === 'agent_unavailable');
  if (gone.length > 0) {
    const issues = gone.map(({ slot }) =>
      issueOf(manifest, slot.id, 'agent_unavailable', 'This agent is not available to you in this project'),
    );
    throw impossible('agent_unavailable', 'A slot’s agent is not available', issues);
  }
  refuseNobody(manifest, slots);
  refuseAmbiguous(manifest, slots);
  const done = slots.flatMap((one) => ('mode' in one ? [one] : []));
  return {
    bindings: Object.fromEntries(done.map(({ slot, agent }) => [slot.id, agent.id])),
    modes: Object.fromEntries(done.map(({ slot, mode }) => [slot.id, mode])),
  };
}

const CHOICES: Partial<Record<string, string>> = {
  override_of_fixed: 'The version names this slot’s agent',
  override_unavailable: 'This agent is not available to you in this project',
  override_unfit: 'This agent does not meet the slot’s requirements',
};

function badChoices({ slots, unknownSlots }: Resolution): Issue[] {
  const unknown = unknownSlots.slice(0, NAMED).map((id): Issue => {
    return { path: ['bindings', id], code: 'unknown_slot', message: 'There is no such slot' };
  });
  const refused = slots.flatMap((one): Issue[] => {
    const message = 'refusal' in one ? CHOICES[one.refusal] : undefined;
    return 'refusal' in one && message
      ? [{ path: ['bindings', one.slot.id], code: one.refusal, message }]
      : [];
  });
  return [...refused, ...unknown];
}

function refuseNobody(manifest: Manifest, slots: readonly Resolved[]): void {
  const empty = slots.flatMap((one) => ('refusal' in one && one.refusal === 'nobody' ? [one] : []));
  if (empty.length === 0) return;
  throw new DomainError('unprocessable', 'Nobody fits a slot of this team', {
    reason: 'no_candidate',
    issues: empty.map(({ slot }) => issueOf(manifest, slot.id, 'no_candidate', `Nobody fits ${slot.title}`)),
    details: {
      slots: empty.map(({ slot, nearest }) => ({
        slotId: slot.id,
        requirements: slot.requirements,
        nearest: nearest.map(({ agent, lacks }) => ({ agentId: agent.id, name: agent.name, lacks })),
      })),
    },
  });
}

function refuseAmbiguous(manifest: Manifest, slots: readonly Resolved[]): void {
  const several = slots.flatMap((one) => ('refusal' in one && one.refusal === 'ambiguous' ? [one] : []));
  if (several.length === 0) return;
  throw new DomainError('conflict', 'Several agents fit a slot: choose one', {
    reason: 'ambiguous_binding',
    issues: several.map(({ slot }) =>
      issueOf(manifest, slot.id, 'ambiguous_binding', `Several agents fit ${slot.title}`),
    ),
    details: {
      slots: several.map(({ slot, candidates }) => ({
        slotId: slot.id,
        candidates: candidates.slice(0, NAMED).map(({ id, name }) => ({ agentId: id, name })),
        candidateCount: candidates.length,
      })),
    },
  });
}

const impossible = (reason: string, message: string, issues: Issue[]): DomainError =>
  new DomainError('unprocessable', message, { reason, issues });

const issueOf = ({ slots }: Manifest, slotId: string, code: string, message: string): Issue => ({
  path: ['slots', slots.findIndex(({ id }) => id === slotId), 'binding'],
  code,
  message,
});
