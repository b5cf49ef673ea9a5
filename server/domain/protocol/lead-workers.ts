import { DomainError } from '../errors';
import type { Plan, PlanStep, RosterEntry } from '../run/plan';
import type { Manifest } from '../team/manifest';
import type { Slot } from '../team/slot';
import { type Bindings, planOf, stepOf } from './step';

/** An agent of the team, as a plan names it. */
type TeamAgent = { agentId: string; slug: string; name: string; role: string };
/** The people of a team; a plan whose slots name everybody needs none of them. */
export type TeamPeople = {
  hub: TeamAgent | null;
  members: readonly TeamAgent[];
  /** Agents that take part in handoffs, by id; without it nobody does. */
  handoff?: readonly string[];
};

export const NOBODY: TeamPeople = { hub: null, members: [] };

/**
 * One step: the slot that leads, or the team's hub. It may give work to the other slots; where there is none, to the
 * members of the team. Everything else is decided while the run goes on.
 * @throws unprocessable `unbound_slot` · `no_lead`
 */
export function compileLeadWorkers(
  manifest: Manifest,
  bindings: Bindings,
  people: TeamPeople = NOBODY,
): Plan {
  const { slots } = manifest;
  const leading = slots.find((slot) => slot.lead);
  const workers = slots.filter((slot) => slot !== leading);
  const lead = leading ? stepOf(manifest, leading, bindings) : hubStep(manifest, people);
  const roster =
    workers.length > 0 ? workers.map((slot) => asRoster(manifest, slot, bindings)) : membersBut(lead, people);
  return planOf(manifest, [{ ...lead, lead: true, roster }]);
}

/** The hub leads without a slot: its place is named so that no slot's name is taken. */
function hubStep(manifest: Manifest, { hub }: TeamPeople): PlanStep {
  if (!hub) throw new DomainError('unprocessable', 'Nobody leads this team', { reason: 'no_lead' });
  const id = free('lead', new Set(manifest.slots.map((slot) => slot.id)));
  const slot: Slot = {
    ...{ id, title: hub.name, responsibility: hub.role },
    requirements: { capabilities: [], skills: [] },
    contract: { text: '' },
    binding: { mode: 'fixed', agentId: hub.agentId },
  };
  return stepOf(manifest, slot, { [id]: hub.agentId });
}

function asRoster(manifest: Manifest, slot: Slot, bindings: Bindings): RosterEntry {
  const { slotId, agentId, title, prompt, contract, contractSchema, gate } = stepOf(manifest, slot, bindings);
  return {
    ...{ slotId, agentId, title, responsibility: prompt, contract },
    ...(contractSchema && { contractSchema }),
    ...(gate && { gate }),
  };
}

function membersBut(lead: PlanStep, { members }: TeamPeople): RosterEntry[] {
  const taken = new Set([lead.slotId]);
  return members
    .filter(({ agentId }) => agentId !== lead.agentId)
    .map(({ agentId, slug, name, role }) => {
      const slotId = free(slug, taken);
      taken.add(slotId);
      return { slotId, agentId, title: name, responsibility: role, contract: '' };
    });
}

function free(name: string, taken: ReadonlySet<string>): string {
  let id = name;
  for (let n = 2; taken.has(id); n++) id = `${name}-${n}`;
  return id;
}
