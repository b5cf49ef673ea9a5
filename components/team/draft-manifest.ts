import { MICROS_PER_DOLLAR } from '@domain/money';
import { TRAITS } from '@domain/protocol/kinds';
import type { Manifest } from '@domain/team/manifest';
import { typedDollars, typedNumber } from '../form/amount';
import { type ManifestDraft, type SlotDraft, slotIds } from './draft';
import { readFields, schemaOf } from './fields-draft';
import { fromProtocol, newHandoff, toProtocol } from './handoff-draft';
import { newKey } from './new-key';

/** The draft as the document that the rules judge: it may still be wrong, and nothing is corrected silently. */
export function toManifest(draft: ManifestDraft): Record<string, unknown> {
  const ids = slotIds(draft.slots);
  const budget = typedNumber(draft.budgetDollars);
  return {
    manifestVersion: 1,
    protocol: protocolOf(draft, ids),
    slots: draft.slots.map((slot) => slotOf(draft, slot, ids)),
    defaults: {
      maxRework: typedNumber(draft.maxRework),
      maxTurns: typedNumber(draft.maxTurns),
      budgetMicros: budget === null ? null : Math.round(budget * MICROS_PER_DOLLAR),
      parallelLimit: typedNumber(draft.parallelLimit),
    },
    rosterScope: draft.rosterScope,
  };
}

function slotOf(
  draft: ManifestDraft,
  slot: SlotDraft,
  ids: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const fields = TRAITS[draft.kind].slotFields;
  const { kept } = slot;
  const reviews = fields.includes('review') && slot.review;
  const target = ids.get(slot.reviewOf);
  return {
    id: ids.get(slot.key),
    title: slot.title,
    responsibility: slot.responsibility,
    requirements: { capabilities: slot.capabilities, skills: slot.skills },
    contract: contractOf(slot),
    binding: bindingOf(slot),
    ...(reviews ? { review: true } : {}),
    ...(reviews && target ? { reviewOf: target } : {}),
    ...(fields.includes('optional') && slot.optional && !reviews ? { optional: true } : {}),
    ...(fields.includes('lead') && slot.lead ? { lead: true } : {}),
    ...(kept?.maxTurns === undefined ? {} : { maxTurns: kept.maxTurns }),
    ...approvalOf(slot),
  };
}

function contractOf({ contract, fields }: SlotDraft): Record<string, unknown> {
  const schema = schemaOf(fields);
  return { text: contract, ...(schema && { schema }) };
}

const bindingOf = ({ byRole, agentId }: SlotDraft): Record<string, unknown> =>
  byRole ? { mode: 'role', ...(agentId && { preferredAgentId: agentId }) } : { mode: 'fixed', agentId };

/** Only what is asked for; nothing when nobody has to decide. */
function approvalOf({ approval: { before, after, fourEyes } }: SlotDraft): Record<string, unknown> {
  if (!before && !after) return {};
  const asked = { ...(before && { before }), ...(after && { after }), ...(fourEyes && { fourEyes }) };
  return { approval: asked };
}

function protocolOf(draft: ManifestDraft, ids: ReadonlyMap<string, string>): unknown {
  if (draft.kind === 'handoff') return toProtocol(draft.handoff, draft.slots, ids);
  if (draft.kind !== 'dag')
    return draft.protocol?.kind === draft.kind ? draft.protocol : { kind: draft.kind };
  const known = draft.protocol?.kind === 'dag' ? draft.protocol.steps : [];
  const steps = draft.slots.map((slot) => {
    const id = ids.get(slot.key);
    const kept = known.find((step) => step.slot === id);
    return {
      ...kept,
      id: kept?.id ?? id,
      slot: id,
      dependsOn: slot.dependsOn.flatMap((key) => stepId(ids.get(key), known)),
      reviewOf: slot.reviewOf ? stepId(ids.get(slot.reviewOf), known)[0] : undefined,
    };
  });
  return { kind: 'dag', steps };
}

const stepId = (slotId: string | undefined, known: readonly { id: string; slot: string }[]): string[] =>
  slotId ? [known.find((step) => step.slot === slotId)?.id ?? slotId] : [];

/** Whether this form can show a document without losing any of it: a graph has one step per slot. */
export const formCanShow = (manifest: Manifest): boolean =>
  TRAITS[manifest.protocol.kind].startable &&
  (manifest.protocol.kind !== 'dag' ||
    (manifest.protocol.steps.length === manifest.slots.length &&
      new Set(manifest.protocol.steps.map((step) => step.slot)).size === manifest.slots.length));

/** A saved document as a draft. */
export function fromManifest(manifest: Manifest): ManifestDraft {
  const keys = new Map(manifest.slots.map((slot) => [slot.id, newKey()]));
  const steps = manifest.protocol.kind === 'dag' ? manifest.protocol.steps : [];
  const keyOfStep = (id: string | undefined) =>
    keys.get(steps.find((step) => step.id === id)?.slot ?? '') ?? '';
  return {
    kind: manifest.protocol.kind,
    protocol: manifest.protocol,
    handoff: manifest.protocol.kind === 'handoff' ? fromProtocol(manifest.protocol, keys) : newHandoff(),
    slots: manifest.slots.map((slot) => {
      const step = steps.find((one) => one.slot === slot.id);
      return {
        key: keys.get(slot.id) ?? newKey(),
        id: slot.id,
        title: slot.title,
        responsibility: slot.responsibility,
        contract: slot.contract.text,
        fields: readFields(slot.contract.schema),
        byRole: slot.binding.mode === 'role',
        capabilities: slot.requirements.capabilities,
        skills: slot.requirements.skills,
        agentId: slot.binding.mode === 'fixed' ? slot.binding.agentId : (slot.binding.preferredAgentId ?? ''),
        review: slot.review ?? false,
        optional: slot.optional ?? false,
        approval: slot.approval ?? {},
        lead: slot.lead ?? false,
        dependsOn: (step?.dependsOn ?? []).map(keyOfStep).filter(Boolean),
        reviewOf: step ? keyOfStep(step.reviewOf) : (keys.get(slot.reviewOf ?? '') ?? ''),
        kept: slot,
      };
    }),
    maxRework: String(manifest.defaults.maxRework),
    budgetDollars: typedDollars(manifest.defaults.budgetMicros),
    parallelLimit: String(manifest.defaults.parallelLimit),
    maxTurns: String(manifest.defaults.maxTurns),
    rosterScope: manifest.rosterScope,
  };
}
