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
