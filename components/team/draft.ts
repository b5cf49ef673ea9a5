import type { Capability } from '@domain/agent/capabilities';
import { slugify } from '@domain/ids';
import type { ProtocolKind } from '@domain/protocol/kinds';
import { DEFAULT_BUDGET_MICROS, PARALLEL, REWORK, TURNS } from '@domain/team/limits';
import type { Manifest } from '@domain/team/manifest';
import type { SlotApproval as Approval, Slot } from '@domain/team/slot';
import { typedDollars } from '../form/amount';
import { type FieldsDraft, noFields } from './fields-draft';
import { type HandoffDraft, newHandoff } from './handoff-draft';
import { newKey } from './new-key';

/** A slot while it is edited. `key` lives in this form only; an empty `id` is made from the title when it is saved. */
export type SlotDraft = {
  key: string;
  id: string;
  title: string;
  responsibility: string;
  contract: string;
  /** What it delivers is made of. */
  fields: FieldsDraft;
  /** Bound at each start to whoever fits; `agentId` is then the preferred one, or empty. */
  byRole: boolean;
  /** What an agent that fills it by role must be able to do, and know. */
  capabilities: Capability[];
  skills: string[];
  agentId: string;
  review: boolean;
  optional: boolean;
  /** Where a person decides; see `SlotApproval`. */
  approval: Approval;
  /** It gives work to the others; where no slot does, the team's hub leads. */
  lead: boolean;
  /** Keys of the slots that a graph's step waits for. */
  dependsOn: string[];
  /** Key of the slot whose work this one reviews; empty: the protocol's own choice. */
  reviewOf: string;
  /** What the form does not show is kept as it came. */
  kept?: Pick<Slot, 'maxTurns'>;
};

/** Numbers are kept as they are typed, so that a wrong one can be shown beside its field. */
export type ManifestDraft = {
  kind: ProtocolKind;
  slots: SlotDraft[];
  maxRework: string;
  budgetDollars: string;
  parallelLimit: string;
  maxTurns: string;
  rosterScope: 'visible' | 'members';
  /** Kept while another protocol is chosen. */
  handoff: HandoffDraft;
  protocol?: Manifest['protocol'];
};

export const newSlot = (from: Partial<SlotDraft> = {}): SlotDraft => ({
  key: newKey(),
  id: '',
  title: '',
  responsibility: '',
  contract: '',
  fields: noFields,
  byRole: false,
  capabilities: [],
  skills: [],
  agentId: '',
  review: false,
  optional: false,
  approval: {},
  lead: false,
  dependsOn: [],
  reviewOf: '',
  ...from,
});

export const newDraft = (kind: ProtocolKind, slots: SlotDraft[] = [newSlot()]): ManifestDraft => ({
  kind,
  slots,
  maxRework: String(REWORK.default),
  budgetDollars: typedDollars(DEFAULT_BUDGET_MICROS),
  parallelLimit: String(PARALLEL.default),
  maxTurns: String(TURNS.default),
  rosterScope: 'visible',
  handoff: newHandoff(),
});

/** Ids of the slots by key: those that exist stay, others come from the title and are told apart by a number. */
export function slotIds(slots: readonly SlotDraft[]): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set(slots.flatMap(({ id }) => (id ? [id] : [])));
  slots.forEach((slot, index) => {
    if (slot.id) {
      ids.set(slot.key, slot.id);
      return;
    }
    const base = slugify(slot.title).replace(/^[^a-z]+/, '') || `slot-${index + 1}`;
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
    taken.add(id);
    ids.set(slot.key, id);
  });
  return ids;
}
