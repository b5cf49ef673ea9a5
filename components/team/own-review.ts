import type { AgentOption } from './agent-select';
import type { ManifestDraft, SlotDraft } from './draft';

/** The slot whose work a slot reviews, also where the protocol chooses it; undefined for one that reviews nothing. */
function reviewedBy({ kind, slots }: ManifestDraft, slot: SlotDraft): SlotDraft | undefined {
  if (slot.reviewOf && (slot.review || kind === 'dag')) return slots.find(({ key }) => key === slot.reviewOf);
  if (kind !== 'review_gate' || !slot.review) return undefined;
  return slots.findLast((other) => !other.review);
}

/** Whether a slot answers with a verdict on the work of another one. */
export const judges = (draft: ManifestDraft, slot: SlotDraft): boolean =>
  reviewedBy(draft, slot) !== undefined;

/** Whether one agent judges what it has made itself: allowed, and worth a word. */
export function reviewsOwnWork(draft: ManifestDraft, slot: SlotDraft): boolean {
  return slot.agentId !== '' && reviewedBy(draft, slot)?.agentId === slot.agentId;
}

/** An agent with no part in the work of these slots, for the one that judges it; empty when all have one. */
export const outsider = (agents: readonly AgentOption[], slots: readonly SlotDraft[]): string =>
  agents.find(({ id }) => slots.every((slot) => slot.review || slot.agentId !== id))?.id ?? '';
