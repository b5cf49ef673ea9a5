/** Fields of a slot that only some protocols read. */
export type SlotField = 'review' | 'reviewOf' | 'lead' | 'optional';

/** What a picker, a form and the validator need to know of a protocol. */
export type ProtocolTraits = {
  slotFields: readonly SlotField[];
  /** Slots that it needs at least. */
  minSlots: number;
  /** Whether runs can be started; a manifest of any kind can be saved. */
  startable: boolean;
};

export const PROTOCOL_KINDS = [
  'pipeline',
  'review_gate',
  'dag',
  'fan_out',
  'lead_workers',
  'handoff',
] as const;
export type ProtocolKind = (typeof PROTOCOL_KINDS)[number];

export const TRAITS: Readonly<Record<ProtocolKind, ProtocolTraits>> = {
  pipeline: { slotFields: ['optional'], minSlots: 1, startable: true },
  review_gate: { slotFields: ['review', 'reviewOf', 'optional'], minSlots: 2, startable: true },
  dag: { slotFields: ['optional'], minSlots: 1, startable: true },
  fan_out: { slotFields: ['optional'], minSlots: 2, startable: true },
  lead_workers: { slotFields: ['lead'], minSlots: 1, startable: true },
  handoff: { slotFields: [], minSlots: 2, startable: true },
};

export const isProtocolKind = (value: unknown): value is ProtocolKind =>
  (PROTOCOL_KINDS as readonly unknown[]).includes(value);

/** Whether a run of this protocol can be started. */
export const startable = (kind: ProtocolKind): boolean => TRAITS[kind].startable;
