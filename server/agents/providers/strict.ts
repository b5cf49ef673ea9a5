import type { JsonSchema } from '../port';

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const partsOf = ({ properties, items, anyOf, oneOf, prefixItems }: JsonSchema): unknown[] => [
  ...(isObject(properties) ? Object.values(properties) : []),
  ...[items].filter(isObject),
  ...[anyOf, oneOf, prefixItems].flatMap((list) => (Array.isArray(list) ? list : [])),
];

/**
 * Whether a provider can be held to a schema word by word: it takes only objects that are closed and whose every
 * property is required, and refuses the whole call for any other.
 */
export function canBeStrict(root: JsonSchema): boolean {
  const open: unknown[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isObject(node)) return false;
    const { type, properties, required, additionalProperties } = node;
    if (type === 'object' || properties !== undefined) {
      if (additionalProperties !== false || !isObject(properties)) return false;
      const names = new Set(Array.isArray(required) ? required : []);
      if (!Object.keys(properties).every((name) => names.has(name))) return false;
    }
    open.push(...partsOf(node));
  }
  return true;
}
