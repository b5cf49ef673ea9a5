import type { Issue } from '../errors';
import type { Manifest } from './manifest';

/** The slots that are bound to one agent, with the place of its id in the document. */
export const fixedSlots = (manifest: Manifest): { agentId: string; path: Issue['path'] }[] =>
  manifest.slots.flatMap(({ binding }, index) =>
    binding.mode === 'fixed'
      ? [{ agentId: binding.agentId, path: ['slots', index, 'binding', 'agentId'] }]
      : [],
  );

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
