/**
 * What can be read of a document whatever else is wrong with it, so that rules about references are checked
 * beside those about shape. What has the wrong type counts as absent: the shape says so.
 */
export type OutlineSlot = {
  id: string | undefined;
  review: boolean;
  reviewOf: string | undefined;
  lead: boolean;
  optional: boolean;
  contract: string | undefined;
};
export type OutlineStep = {
  id: string | undefined;
  slot: string | undefined;
  dependsOn: { at: number; id: string }[];
  reviewOf: string | undefined;
  eager: boolean;
  optional: boolean;
};
export type OutlineEdge = { from: string | undefined; to: string | undefined };
export type Outline = {
  kind: unknown;
  slots: OutlineSlot[];
  steps: OutlineStep[];
  edges: OutlineEdge[];
  entrySlot: string | undefined;
  /** Lengths of the lists as they came. */
  counts: { slots: number; steps: number; edges: number };
};

const field = (node: unknown, key: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export function outlineOf(raw: unknown): Outline {
  const protocol = field(raw, 'protocol');
  const slots = list(field(raw, 'slots'));
  const steps = list(field(protocol, 'steps'));
  const edges = list(field(protocol, 'edges'));
  const stepEdges = steps.reduce<number>((sum, step) => sum + list(field(step, 'dependsOn')).length, 0);
  const reviews = [...steps, ...slots].filter((node) => text(field(node, 'reviewOf')) !== undefined).length;
  return {
    kind: field(protocol, 'kind'),
    slots: slots.map((slot) => ({
      id: text(field(slot, 'id')),
      review: field(slot, 'review') === true,
      reviewOf: text(field(slot, 'reviewOf')),
      lead: field(slot, 'lead') === true,
      optional: field(slot, 'optional') === true,
      contract: text(field(field(slot, 'contract'), 'text')),
    })),
    steps: steps.map((step) => ({
      id: text(field(step, 'id')),
      slot: text(field(step, 'slot')),
      dependsOn: list(field(step, 'dependsOn')).flatMap((id, at) =>
        typeof id === 'string' ? { at, id } : [],
      ),
      reviewOf: text(field(step, 'reviewOf')),
      eager: field(step, 'eager') === true,
      optional: field(step, 'optional') === true,
    })),
    edges: edges.map((edge) => ({ from: text(field(edge, 'from')), to: text(field(edge, 'to')) })),
    entrySlot: text(field(protocol, 'entrySlot')),
    counts: { slots: slots.length, steps: steps.length, edges: stepEdges + reviews + edges.length },
  };
}
