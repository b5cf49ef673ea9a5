import { isContractSchema, isInherited } from './contract-schema';

/** What a field of a delivery may be. */
export const FIELD_TYPES = ['text', 'number', 'boolean', 'texts', 'choice'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** One field of a structured delivery. `choices`: of a `choice` alone, and then at least one. */
export type ContractField = {
  name: string;
  type: FieldType;
  choices: string[];
  required: boolean;
  description: string;
};

/** `closed`: a delivery may have no other fields than these. */
export type FieldList = { fields: ContractField[]; closed: boolean };

type Json = Readonly<Record<string, unknown>>;

/** Providers take no other names; and one of digits alone would not keep its place among the others. */
const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
const SHAPE: Record<FieldType, readonly string[]> = {
  text: ['type'],
  number: ['type'],
  boolean: ['type'],
  texts: ['type', 'items'],
  choice: ['type', 'enum'],
};

export type FieldProblem = 'no_name' | 'bad_name' | 'same_name' | 'no_choices';

/** What is wrong with each field, in their order; null: nothing. */
export const fieldProblems = (fields: readonly ContractField[]): (FieldProblem | null)[] =>
  fields.map(({ name, type, choices }, at) => {
    if (name === '') return 'no_name';
    if (!NAME.test(name) || isInherited(name)) return 'bad_name';
    if (fields.findIndex((other) => other.name === name) < at) return 'same_name';
    return type === 'choice' && choices.length === 0 ? 'no_choices' : null;
  });

/** The JSON Schema of a list of fields that has at least one, and no problems. */
export function compileFields({ fields, closed }: FieldList): Record<string, unknown> {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    // Stores keep the keys of an object in an order of their own.
    propertyOrdering: fields.map(({ name }) => name),
    ...(required.length > 0 && { required }),
    ...(closed && { additionalProperties: false }),
  };
}

function propertyOf({ type, choices, description }: ContractField): Record<string, unknown> {
  const said = description === '' ? {} : { description };
  switch (type) {
    case 'text':
      return { type: 'string', ...said };
    case 'texts':
      return { type: 'array', items: { type: 'string' }, ...said };
    case 'choice':
      return { type: 'string', enum: choices, ...said };
    default:
      return { type, ...said };
  }
}

/** The fields that a schema consists of, in their order; null: it says more than fields can, or has none. */
export function parseFields(schema: Json): FieldList | null {
  const { type, properties, required = [], additionalProperties, propertyOrdering, ...more } = schema;
  if (type !== 'object' || !isObject(properties) || Object.keys(more).length > 0) return null;
  if (additionalProperties !== undefined && additionalProperties !== false) return null;
  const names = orderOf(properties, propertyOrdering);
  if (!names || names.length === 0 || !isSubset(required, names)) return null;
  const fields = names.map((name) => fieldOf(name, properties[name], required.includes(name)));
  if (!fields.every((field) => field !== null) || !isContractSchema(schema)) return null;
  if (fieldProblems(fields).some((problem) => problem !== null)) return null;
  return { fields, closed: additionalProperties === false };
}

function orderOf(properties: Json, ordering: unknown): string[] | null {
  const names = Object.keys(properties);
  if (ordering === undefined) return names;
  return isSubset(ordering, names) && ordering.length === names.length ? ordering : null;
}

function fieldOf(name: string, property: unknown, required: boolean): ContractField | null {
  if (!isObject(property)) return null;
  const { description = '', ...shape } = property;
  const type = typeOf(shape);
  if (type === null || typeof description !== 'string') return null;
  if (Object.keys(shape).some((key) => !SHAPE[type].includes(key))) return null;
  // An empty one says nothing, but it is there: it is kept by leaving the whole schema as it is.
  if (description === '' && 'description' in property) return null;
  return { name, type, choices: type === 'choice' ? (shape.enum as string[]) : [], required, description };
}

function typeOf({ type, items, enum: choices }: Json): FieldType | null {
  if (type === 'number' || type === 'boolean') return type;
  if (type === 'string') return choices === undefined ? 'text' : isChoices(choices) ? 'choice' : null;
  if (type !== 'array' || !isObject(items)) return null;
  return items.type === 'string' && Object.keys(items).length === 1 ? 'texts' : null;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  new Set(value).size === value.length &&
  value.every((word) => typeof word === 'string' && word !== '');

/** They are typed between commas. */
const isChoices = (value: unknown): value is string[] =>
  isWords(value) && value.every((choice) => choice === choice.trim() && !choice.includes(','));

const isSubset = (value: unknown, names: readonly string[]): value is string[] =>
  isWords(value) && value.every((name) => names.includes(name));

/** How many fields a schema has at its top. */
export const countFields = ({ properties }: Json): number =>
  isObject(properties) ? Object.keys(properties).length : 0;
