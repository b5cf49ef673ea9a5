import type { JsonSchema } from '../port';

const MAX_DEPTH = 12;

const schemaOf = (value: unknown): JsonSchema =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonSchema) : {};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const ref = schema.$ref;
  if (typeof ref !== 'string' || !ref.startsWith('#')) return schema;
  const steps = ref.split('/').slice(1);
  return steps.reduce((at, step) => schemaOf(at[step.replace(/~1/g, '/').replace(/~0/g, '~')]), root);
}

function sampleString(schema: JsonSchema, text: string): string {
  const known: Record<string, string> = {
    uuid: '00000000-0000-4000-8000-000000000000',
    date: '2026-01-01',
    'date-time': '2026-01-01T00:00:00Z',
    email: 'demo@example.com',
    uri: 'https://example.com/',
  };
  const found = typeof schema.format === 'string' ? known[schema.format] : undefined;
  if (found) return found;
  const max = numberOf(schema.maxLength) ?? 200;
  return text.slice(0, max).padEnd(numberOf(schema.minLength) ?? 0, '.');
}

function sampleNumber(schema: JsonSchema, whole: boolean): number {
  const above = numberOf(schema.exclusiveMinimum);
  const least = numberOf(schema.minimum) ?? (above === undefined ? 0 : above + 1);
  const most = numberOf(schema.maximum) ?? least;
  const value = Math.min(Math.max(least, Math.min(1, most)), most);
  return whole ? Math.ceil(value) : value;
}

/**
 * The same valid value of a JSON schema each time; strings say `text`. Covers what tools and structured outputs use:
 * objects, arrays, enums, constants, unions, references, formats and bounds.
 */
export function sample(given: JsonSchema, text: string, root: JsonSchema = given, depth = 0): unknown {
  const schema = resolve(given, root);
  if (depth > MAX_DEPTH) return null;
  const next = (part: unknown): unknown => sample(schemaOf(part), text, root, depth + 1);
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const union = listOf(schema.anyOf ?? schema.oneOf);
  if (union.length > 0) return next(union[0]);
  const all = listOf(schema.allOf);
  if (all.length > 0) return Object.assign({}, ...all.map(next));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties) {
    const required = new Set(listOf(schema.required));
    const entries = Object.entries(schemaOf(schema.properties)).filter(([name]) => required.has(name));
    return Object.fromEntries(entries.map(([name, part]) => [name, next(part)]));
  }
  if (type === 'array')
    return Array.from({ length: numberOf(schema.minItems) ?? 1 }, () => next(schema.items));
  if (type === 'string') return sampleString(schema, text);
  if (type === 'integer' || type === 'number') return sampleNumber(schema, type === 'integer');
  if (type === 'boolean') return true;
  return null;
}
