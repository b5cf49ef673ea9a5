import type { Plan } from '../run/plan';
import type { Manifest } from '../team/manifest';
import { NOBODY, type TeamPeople } from './lead-workers';
import { type Bindings, planOf, stepOf } from './step';

/**
 * A chain of actors, one active at a time: each slot is a step, and the actors say who acts next. `people.handoff`:
 * agents that take part in handoffs; a slot of any other agent may act, and neither give nor get a turn.
 */
export function compileHandoff(manifest: Manifest, bindings: Bindings, people: TeamPeople = NOBODY): Plan {
  const { protocol, slots } = manifest;
  if (protocol.kind !== 'handoff') return planOf(manifest, []);
  const { kind: _, entrySlot: entry, ...rules } = protocol;
  const open = new Set(people.handoff ?? []);
  const steps = slots.map((slot) => stepOf(manifest, slot, bindings));
  const closed = steps.flatMap(({ id, agentId }) => (open.has(agentId) ? [] : [id]));
  return { ...planOf(manifest, steps), handoff: { entry, closed, ...rules } };
}
