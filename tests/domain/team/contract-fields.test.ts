import {
  type ContractField,
  compileFields,
  countFields,
  FIELD_TYPES,
  fieldProblems,
  parseFields,
} from '@domain/team/contract-fields';
import { inOrder } from '@domain/team/contract-order';
import { isContractSchema, readBySchema } from '@domain/team/contract-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeStrict } from '../../../server/agents/providers/strict';

type Json = Record<string, unknown>;

const name = fc.oneof(
  fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,12}$/),
  fc.constantFrom('type', 'properties', 'required', 'x'),
);
const field: fc.Arbitrary<ContractField> = fc.record({
  name,
  type: fc.constantFrom(...FIELD_TYPES),
  choices: fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 12 }).filter((word) => word.trim() === word && !word.includes(',')),
    { minLength: 1, maxLength: 4 },
  ),
  required: fc.boolean(),
  description: fc.string({ maxLength: 40 }),
});
const list = fc.record({
  fields: fc
    .uniqueArray(field, { selector: ({ name: key }) => key, minLength: 1, maxLength: 8 })
    .map((all) => all.map((one) => (one.type === 'choice' ? one : { ...one, choices: [] }))),
  closed: fc.boolean(),
});

/** As PostgreSQL keeps an object: keys by their length, then by their bytes. */
const stored = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(
          Object.entries(node).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)),
        )
      : node,
  );

const VALUE = { text: 'word', number: 1.5, boolean: true, texts: ['a', 'b'] } as const;
const sampleOf = ({ type, choices }: ContractField): unknown =>
  type === 'choice' ? choices[0] : VALUE[type];

describe('the fields of a contract', () => {
  it('become a schema and are read back from it in their order, also from a store that sorts keys', () => {
    fc.assert(
      fc.property(list, (fields) => {
        const schema = compileFields(fields);
        expect(isContractSchema(schema)).toBe(true);
        expect(parseFields(schema)).toEqual(fields);
        expect(parseFields(stored(schema) as Json)).toEqual(fields);
        const asked = inOrder(stored(schema) as Json);
        expect(Object.keys(asked.properties as Json)).toEqual(fields.fields.map((one) => one.name));
        expect(asked).not.toHaveProperty('propertyOrdering');
      }),
    );
  });

  it('are what a delivery is checked by: whole or with its required fields alone, and nothing else', () => {
    fc.assert(
      fc.property(list, ({ fields, closed }) => {
        const schema = compileFields({ fields, closed });
        const whole = Object.fromEntries(fields.map((one) => [one.name, sampleOf(one)]));
        const least = Object.fromEntries(
          fields.filter((one) => one.required).map((one) => [one.name, sampleOf(one)]),
        );
        expect(readBySchema(schema, whole)).toEqual({ ok: true, value: whole });
        expect(readBySchema(schema, least).ok).toBe(true);
        expect(readBySchema(schema, { ...whole, 'no field': 1 }).ok).toBe(!closed);
        for (const one of fields) {
          expect(readBySchema(schema, { ...whole, [one.name]: null }).ok).toBe(false);
          const { [one.name]: _, ...without } = whole;
          expect(readBySchema(schema, without).ok).toBe(!one.required);
        }
      }),
    );
  });

  it.each<[string, Json]>([
    ['a whole number', { a: { type: 'integer' } }],
    ['an object within', { a: { type: 'object', properties: { b: { type: 'string' } } } }],
    ['a list of numbers', { a: { type: 'array', items: { type: 'number' } } }],
    ['a limit', { a: { type: 'string', maxLength: 5 } }],
    ['choices that are no texts', { a: { type: 'string', enum: [1] } }],
    ['choices with commas', { a: { type: 'string', enum: ['calm, or so'] } }],
    ['an alternative', { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } }],
    ['a name that providers refuse', { 'a b': { type: 'string' } }],
    ['no field', {}],
  ])('are not read from a schema with %s', (_, properties) => {
    const schema = { type: 'object', properties };
    expect(isContractSchema(schema)).toBe(true);
    expect(parseFields(schema)).toBeNull();
    expect(countFields(schema)).toBe(Object.keys(properties).length);
  });

  it.each<[string, Json]>([
    ['a title', { title: 'Leaflet' }],
    ['other fields described', { additionalProperties: { type: 'string' } }],
    ['a field required that is not described', { required: ['b'] }],
    ['an order of other fields', { propertyOrdering: ['b'] }],
  ])('are not read from a schema with %s', (_, more) => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, ...more };
    expect(isContractSchema(schema)).toBe(true);
    expect(parseFields(schema)).toBeNull();
  });

  it('have each a name that providers take, of its own, and a choice has something to choose', () => {
    const of = (...names: string[]) =>
      fieldProblems(
        names.map((key) => ({ name: key, type: 'text', choices: [], required: true, description: '' })),
      );
    expect(of('', 'a', 'a', '1', 'a b', '__proto__', 'toString', 'x'.repeat(65))).toEqual([
      'no_name',
      null,
      'same_name',
      'bad_name',
      'bad_name',
      'bad_name',
      'bad_name',
      'bad_name',
    ]);
    const choice = { name: 'a', type: 'choice', required: true, description: '' } as const;
    expect(fieldProblems([{ ...choice, choices: [] }])).toEqual(['no_choices']);
  });
});

describe('a schema that a provider is asked by', () => {
  it('is asked for word by word when it is closed and every field is required, and loosely otherwise', () => {
    fc.assert(
      fc.property(list, (fields) => {
        const whole = fields.closed && fields.fields.every(({ required }) => required);
        expect(canBeStrict(compileFields(fields))).toBe(whole);
      }),
    );
    const inner = { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false };
    const outer = { type: 'object', required: ['a'], additionalProperties: false };
    expect(canBeStrict({ ...outer, properties: { a: inner } })).toBe(false);
    expect(canBeStrict({ ...outer, properties: { a: { ...inner, required: ['b'] } } })).toBe(true);
  });

  it('keeps an order that names too little or too much as far as it goes', () => {
    const properties = { c: 1, a: 2, b: 3 };
    expect(Object.keys(inOrder({ properties, propertyOrdering: ['b', 'x', 3] }).properties as Json)).toEqual([
      'b',
      'c',
      'a',
    ]);
    expect(inOrder({ properties })).toEqual({ properties });
  });
});
