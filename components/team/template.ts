import { shareOut, type TeamTemplate } from '@domain/team/templates';
import type { AgentOption } from './agent-select';
import { type ManifestDraft, newDraft, newSlot } from './draft';

export type SlotWords = { title: string; responsibility: string; contract: string };

/** A template as a draft in the reader's language, its slots filled by these agents as far as there are any. */
export function templateDraft(
  template: TeamTemplate,
  wordsOf: (slotId: string) => SlotWords,
  agents: readonly AgentOption[],
): ManifestDraft {
  const agentIds = shareOut(
    template.slots,
    agents.map(({ id }) => id),
  );
  return newDraft(
    template.kind,
    template.slots.map(({ id, review }, at) =>
      newSlot({ id, ...wordsOf(id), agentId: agentIds[at] ?? '', review: review ?? false }),
    ),
  );
}
