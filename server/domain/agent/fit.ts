import type { Requirements } from '../team/slot';
import { type Capability, type CapabilitySettings, mayUse } from './capabilities';

/** An agent as a slot looks at it. */
export type Able = { capabilities: CapabilitySettings; skills: readonly string[] };

/** One thing that an agent lacks for a slot. `settings`: it says nothing of what it can, and the slot asks for something. */
export type Lack = { kind: 'capability' | 'skill'; name: string } | { kind: 'settings' };

/**
 * What an agent lacks for a slot's requirements; empty: it fits. A capability counts unless it is denied, delegation
 * only when it is granted; every required skill must be among the agent's. An agent without any settings fits only
 * slots that require nothing.
 */
export function lacks({ capabilities, skills }: Able, required: Requirements): Lack[] {
  const asked = required.capabilities.length + required.skills.length;
  if (asked > 0 && (capabilities === null || capabilities === undefined)) return [{ kind: 'settings' }];
  const has = new Set(skills);
  return [
    ...required.capabilities
      .filter((name: Capability) => !mayUse(capabilities, name))
      .map((name): Lack => ({ kind: 'capability', name })),
    ...required.skills.filter((name) => !has.has(name)).map((name): Lack => ({ kind: 'skill', name })),
  ];
}
