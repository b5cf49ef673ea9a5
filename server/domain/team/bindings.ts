import type { Issue } from '../errors';
import type { Manifest } from './manifest';

/** Slot → agent when every slot is fixed; a slot bound by role cannot be started yet. */
export function fixedBindings(
  manifest: Manifest,
): { bindings: Record<string, string>; issues?: undefined } | { issues: Issue[]; bindings?: undefined } {
  const issues: Issue[] = [];
  const pairs: [string, string][] = [];
  manifest.slots.forEach((slot, at) => {
    if (slot.binding.mode === 'fixed') pairs.push([slot.id, slot.binding.agentId]);
    else {
      const message = `${slot.title} has no agent yet: choose a fixed one`;
      issues.push({ path: ['slots', at, 'binding', 'mode'], code: 'role_slot_not_available', message });
    }
  });
  return issues.length > 0 ? { issues } : { bindings: Object.fromEntries(pairs) };
}
