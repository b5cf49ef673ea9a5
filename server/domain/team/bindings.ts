import type { Issue } from '../errors';
import type { Manifest } from './manifest';

/** The slots that are bound to one agent, with the place of its id in the document. */
export const fixedSlots = (manifest: Manifest): { agentId: string; path: Issue['path'] }[] =>
  manifest.slots.flatMap(({ binding }, index) =>
    binding.mode === 'fixed'
      ? [{ agentId: binding.agentId, path: ['slots', index, 'binding', 'agentId'] }]
      : [],
  );
