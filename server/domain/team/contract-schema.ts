import { z } from 'zod';
import { jsonProblem } from '../json';

/** Bytes of a contract's schema as JSON: it goes along with every call of its step. */
const MAX_SCHEMA_BYTES = 8 * 1024;

const NAMED = new Set(['properties']);
const NESTED = new Set(['items', 'additionalProperties']);
const LISTED = new Set(['anyOf', 'oneOf', 'prefixItems']);
/**
 * What a schema may say. No references, whose alternatives can multiply without end, and no patterns: both would let
 * a document keep a worker busy with an answer.
 */
const PLAIN = new Set([
  ...[
    'type',
    'required',
    'enum',
    'const',
    'title',
    'description',
    'default',
    'examples',
    '$schema',
    'propertyOrdering',
  ],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems'],
]);

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object has these already: whether a delivery has one cannot be told. */
export const isInherited = (name: string): boolean => name in Object.prototype;

/** Walks without recursion: a document decides how deep it is. */
function isPlain(root: Json): boolean {
  const open: unknown[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node === 'boolean') continue;
    if (!isObject(node)) return false;
    for (const [key, value] of Object.entries(node)) {
      if (PLAIN.has(key)) continue;
      if (NESTED.has(key)) open.push(value);
      else if (LISTED.has(key) && Array.isArray(value)) open.push(...value);
      else if (NAMED.has(key) && isObject(value) && !Object.keys(value).some(isInherited))
        open.push(...Object.values(value));
      else return false;
    }
  }
  return true;
}

const known = new WeakMap<Json, z.ZodType | null>();

/** The schema as something that reads; null: it is none that a contract may have. */
function readerOf(schema: Json): z.ZodType | null {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const made = make(schema);
  known.set(schema, made);
  return made;
}

function make(schema: Json): z.ZodType | null {
  if (schema.type !== 'object' || !isPlain(schema)) return null;
  if (new TextEncoder().encode(JSON.stringify(schema)).length > MAX_SCHEMA_BYTES) return null;
  try {
    return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
  } catch {
    return null;
  }
}

/** Whether it is a JSON Schema of an object, within what a contract may say. */
export const isContractSchema = (schema: Json): boolean => readerOf(schema) !== null;

export type ValueReading = { ok: true; value: unknown } | { ok: false; problem: string };

/** A delivery's value, or the first thing that is wrong with it. The value is as it was given, nothing filled in. */
export function readBySchema(schema: Json, value: unknown): ValueReading {
  const reader = readerOf(schema);
  if (!reader) return { ok: false, problem: 'the contract has no schema that can be checked' };
  const unkept = jsonProblem(value);
  if (unkept) return { ok: false, problem: unkept };
  const parsed = reader.safeParse(value);
  if (parsed.success) return { ok: true, value };
  const first = parsed.error.issues[0];
  return {
    ok: false,
    problem: `${first?.path.join('.') || 'the object'}: ${first?.message ?? 'is not valid'}`,
  };
}
