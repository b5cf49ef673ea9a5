import { z } from 'zod';
import { Capability, canonicalCapability } from '../agent/capabilities';
import { line, prose } from '../text';
import { isContractSchema } from './contract-schema';
import { TURNS } from './limits';

/** A schema gives the code of `issues.ts` where zod expects a message. */
const code = (name: string) => ({ error: name });

/** Ids of slots and steps: they become parts of paths and addresses. */
export const LocalId = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, code('bad_id'));

const AgentId = z.uuid(code('bad_agent')).toLowerCase();

/** A whole number in its limits; anything else is out of range, whatever its type. */
export const count = ({ min, max }: { min: number; max: number }) =>
  z.int(code('out_of_range')).min(min, code('out_of_range')).max(max, code('out_of_range'));

export const Binding = z.discriminatedUnion(
  'mode',
  [
    z.strictObject({
      mode: z.literal('fixed'),
      agentId: z
        .string(code('agent_required'))
        .min(1, { ...code('agent_required'), abort: true })
        .pipe(AgentId),
    }),
    z.strictObject({ mode: z.literal('role'), preferredAgentId: AgentId.optional() }),
  ],
  { error: (found) => (found.code === 'invalid_union' ? 'bad_binding_mode' : undefined) },
);
export type Binding = z.infer<typeof Binding>;

const KnownCapability = z
  .string(code('unknown_capability'))
  .transform(canonicalCapability)
  .pipe(z.enum(Capability.options, code('unknown_capability')));

const unique = <T>(all: T[]): T[] => [...new Set(all)];

export const Requirements = z.strictObject({
  capabilities: z.array(KnownCapability).max(50).transform(unique).default([]),
  skills: z.array(line(64)).max(50).transform(unique).default([]),
});
export type Requirements = z.infer<typeof Requirements>;

export const Contract = z.strictObject({
  /** What is to be delivered, in Markdown; at most 64 KiB. */
  text: z.string().default(''),
  /** JSON Schema of a structured delivery. */
  schema: z.record(z.string(), z.unknown()).refine(isContractSchema, code('bad_schema')).optional(),
});
export type Contract = z.infer<typeof Contract>;

/** Where a person decides: before the slot starts, after its output, or both. */
export const SlotApproval = z
  .strictObject({
    before: z.boolean().optional(),
    after: z.boolean().optional(),
    /** Whoever started the run may not decide. */
    fourEyes: z.boolean().optional(),
  })
  .refine(({ before, after, fourEyes }) => !fourEyes || before || after, {
    ...code('no_approval'),
    path: ['fourEyes'],
  });
export type SlotApproval = z.infer<typeof SlotApproval>;

/** What a run needs filled by an agent. */
export const Slot = z.strictObject({
  id: LocalId,
  title: line(120),
  responsibility: prose(16_000).default(''),
  requirements: Requirements.default({ capabilities: [], skills: [] }),
  contract: Contract.default({ text: '' }),
  binding: Binding,
  /** review_gate: this slot accepts or rejects; `reviewOf` names whose work, by default the last work slot's. */
  review: z.boolean().optional(),
  reviewOf: z.string().optional(),
  /** lead_workers: the slot that leads; by default the team's hub. */
  lead: z.boolean().optional(),
  /** Its failure does not fail the run. */
  optional: z.boolean().optional(),
  maxTurns: count(TURNS).optional(),
  approval: SlotApproval.optional(),
});
export type Slot = z.infer<typeof Slot>;
