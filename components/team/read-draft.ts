import { Capability } from '@domain/agent/capabilities';
import { isProtocolKind } from '@domain/protocol/kinds';
import { Manifest, RosterScope } from '@domain/team/manifest';
import { SlotApproval } from '@domain/team/slot';
import { z } from 'zod';
import { typedDollars } from '../form/amount';
import { type ManifestDraft, newDraft, newSlot } from './draft';
import { formCanShow, fromManifest } from './draft-manifest';
import { readFields } from './fields-draft';
import { readHandoff } from './handoff-draft';
import { newKey } from './new-key';

const text = z.string().catch('');
const typed = z.union([z.number().transform(String), z.string()]).catch('');
const Loose = z.object({
  protocol: z.object({
    kind: z.string(),
    steps: z
      .array(z.object({ id: text, slot: text, dependsOn: z.array(z.string()).catch([]), reviewOf: text }))
      .catch([]),
  }),
  slots: z.array(
    z.object({
      id: text,
      title: text,
      responsibility: text,
      contract: z
        .object({ text, schema: z.record(z.string(), z.unknown()).optional().catch(undefined) })
        .catch({ text: '' }),
      requirements: z
        .object({ capabilities: z.array(Capability).catch([]), skills: z.array(z.string()).catch([]) })
        .catch({ capabilities: [], skills: [] }),
      binding: z
        .object({ mode: text, agentId: text, preferredAgentId: text })
        .catch({ mode: 'fixed', agentId: '', preferredAgentId: '' }),
      review: z.boolean().catch(false),
      reviewOf: text,
      optional: z.boolean().catch(false),
      approval: SlotApproval.catch({}),
      lead: z.boolean().catch(false),
      maxTurns: z.int().optional().catch(undefined),
    }),
  ),
  defaults: z.object({
    maxRework: typed,
    maxTurns: typed,
    budgetMicros: z.number().nullable().catch(null),
    parallelLimit: typed,
  }),
  rosterScope: RosterScope.catch('visible'),
});

const Rules = z.object({ protocol: z.unknown() }).optional();

/** A saved, perhaps unfinished draft as the form shows it; null when the form cannot show it. */
export function readDraft(saved: unknown): ManifestDraft | null {
  const whole = Manifest.safeParse(saved);
  if (whole.success) return formCanShow(whole.data) ? fromManifest(whole.data) : null;
  const loose = Loose.safeParse(saved);
  if (!loose.success || !isProtocolKind(loose.data.protocol.kind)) return null;
  const { protocol, slots, defaults, rosterScope } = loose.data;
  const keys = new Map(slots.map(({ id }) => [id, newKey()]));
  const keyOfStep = (id: string) => keys.get(protocol.steps.find((step) => step.id === id)?.slot ?? '') ?? '';
  return {
    ...newDraft(loose.data.protocol.kind as ManifestDraft['kind']),
    slots: slots.map((slot) => {
      const step = protocol.steps.find((one) => one.slot === slot.id);
      return newSlot({
        key: keys.get(slot.id),
        id: slot.id,
        title: slot.title,
        responsibility: slot.responsibility,
        contract: slot.contract.text,
        fields: readFields(slot.contract.schema),
        byRole: slot.binding.mode === 'role',
        capabilities: slot.requirements.capabilities,
        skills: slot.requirements.skills,
        agentId: slot.binding.agentId || slot.binding.preferredAgentId,
        review: slot.review,
        optional: slot.optional,
        approval: slot.approval,
        lead: slot.lead,
        ...(slot.maxTurns !== undefined && { kept: { maxTurns: slot.maxTurns } }),
        dependsOn: (step?.dependsOn ?? []).map(keyOfStep).filter(Boolean),
        reviewOf: step ? keyOfStep(step.reviewOf) : (keys.get(slot.reviewOf) ?? ''),
      });
    }),
    handoff: readHandoff(Rules.catch(undefined).parse(saved)?.protocol, keys),
    rosterScope,
    maxRework: defaults.maxRework,
    maxTurns: defaults.maxTurns,
    parallelLimit: defaults.parallelLimit,
    budgetDollars: defaults.budgetMicros === null ? '' : typedDollars(defaults.budgetMicros),
  };
}
