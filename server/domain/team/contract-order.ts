type Json = Readonly<Record<string, unknown>>;

/**
 * A schema as a model is asked by it: its properties in the order that `propertyOrdering` gives, which says what is
 * thought of first, and without that keyword, which not every provider takes. Those that it does not name come last.
 */
export function inOrder(schema: Json): Record<string, unknown> {
  const { propertyOrdering, ...asked } = schema;
  const { properties } = asked;
  if (!Array.isArray(propertyOrdering) || typeof properties !== 'object' || properties === null) return asked;
  const known = new Map(Object.entries(properties));
  const first = propertyOrdering.filter((name) => typeof name === 'string' && known.has(name));
  const names = new Set<string>([...first, ...known.keys()]);
  return { ...asked, properties: Object.fromEntries([...names].map((name) => [name, known.get(name)])) };
}

/** Names of a schema's fields in their order. */
export function namesOf(schema: Json = {}): string[] {
  const { properties } = inOrder(schema);
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

type Planned = { steps: readonly { id: string; contractSchema?: Json | undefined }[] };

/** Names of the fields that a step delivers, in the order in which people gave them. */
export function fieldOrder(plan: Planned | null, stepId: string): string[] {
  return namesOf(plan?.steps.find(({ id }) => id === stepId)?.contractSchema);
}
