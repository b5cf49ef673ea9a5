import { Manifest } from '@domain/team/manifest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSlot } from '../../../components/team/draft';
import { fromManifest, toManifest } from '../../../components/team/draft-manifest';
import { newField, readFields, schemaOf, withRows } from '../../../components/team/fields-draft';
import { readDraft } from '../../../components/team/read-draft';
import { fixedSlot } from '../../support/manifests';

const AGENT = '00000000-0000-4000-8000-000000000001';
type Json = Record<string, unknown>;

const FIELDS = {
  type: 'object',
  properties: { title: { type: 'string' }, mood: { type: 'string', enum: ['calm', 'stormy'] } },
  propertyOrdering: ['title', 'mood'],
  required: ['title'],
  additionalProperties: false,
};
const OPEN = { type: 'object', properties: { title: { type: 'string' } }, required: [] };
const NESTED = {
  type: 'object',
  properties: { pages: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } } },
};

const document = (schema?: Json, more: Json = {}): Manifest =>
  Manifest.parse({
    manifestVersion: 1,
    protocol: { kind: 'pipeline' },
    slots: [fixedSlot('a', AGENT, { contract: { text: 'A leaflet', ...(schema && { schema }) }, ...more })],
    rosterScope: 'members',
  });
const unfinished = (schema?: Json) => {
  const whole = document(schema, { maxTurns: 3 });
  return { ...whole, slots: whole.slots.map((slot) => ({ ...slot, title: '' })) };
};
const contractOf = (manifest: Json): unknown => (manifest.slots as { contract: unknown }[])[0]?.contract;

describe('the schema of a contract in the form', () => {
  it.each([undefined, FIELDS, OPEN, NESTED])('comes out as it went in: %o', (schema) => {
    const contract = { text: 'A leaflet', ...(schema && { schema }) };
    expect(contractOf(toManifest(fromManifest(document(schema))))).toEqual(contract);
  });

  it.each([undefined, FIELDS, OPEN, NESTED])('is not lost by a draft that is not finished: %o', (schema) => {
    const contract = { text: 'A leaflet', ...(schema && { schema }) };
    const draft = readDraft(unfinished(schema));
    expect(contractOf(toManifest(draft!))).toEqual(contract);
  });

  it('is kept with what else the form does not show, by a draft that is not finished', () => {
    const again = toManifest(readDraft(unfinished(FIELDS))!);
    expect(again).toMatchObject({ rosterScope: 'members', slots: [{ maxTurns: 3 }] });
  });

  it('is edited as fields where it consists of them, and kept whole where it does not', () => {
    expect(readFields(FIELDS)).toMatchObject({
      kind: 'rows',
      rows: [
        { name: 'title', type: 'text', required: true },
        { name: 'mood', type: 'choice', choices: ['calm', 'stormy'], required: false },
      ],
    });
    expect(readFields(NESTED)).toEqual({ kind: 'custom', schema: NESTED });
  });

  it('follows its fields, and is gone with the last of them', () => {
    const read = readFields(FIELDS);
    if (read.kind !== 'rows') throw new Error('these are fields');
    const moved = withRows(read, [...read.rows].reverse());
    expect(schemaOf(moved)).toEqual({ ...FIELDS, propertyOrdering: ['mood', 'title'] });
    expect(schemaOf(withRows(read, []))).toBeUndefined();
    expect(contractOf(toManifest({ ...fromManifest(document()), slots: [newSlot()] }))).toEqual({ text: '' });
  });

  it('stays open for other fields where it was', () => {
    const read = readFields(OPEN);
    if (read.kind !== 'rows') throw new Error('these are fields');
    expect(schemaOf(withRows(read, [{ ...read.rows[0]!, name: 'headline' }]))).not.toHaveProperty(
      'additionalProperties',
    );
  });

  it('keeps rows that are no fields yet in the draft, and cannot be proposed with them', () => {
    const row = fc.record({
      name: fc.string({ maxLength: 5 }),
      type: fc.constantFrom('text', 'choice'),
      choices: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 2 }),
      required: fc.boolean(),
      description: fc.string({ maxLength: 9 }),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (typed) => {
        const rows = [{ ...newField(), name: '' }, ...typed.map((one) => ({ ...newField(), ...one }))];
        const draft = fromManifest(document(NESTED));
        const fields = withRows(draft.slots[0]!.fields, rows);
        const saved = toManifest({ ...draft, slots: [{ ...draft.slots[0]!, fields }] });
        expect(Manifest.safeParse(saved).error?.issues.map(({ path }) => path)).toEqual([
          ['slots', 0, 'contract', 'schema'],
        ]);
        const again = readDraft(JSON.parse(JSON.stringify(saved)))?.slots[0]?.fields;
        if (again?.kind !== 'rows') throw new Error('these are fields');
        const bare = (all: typeof rows) => all.map(({ key: _, ...one }) => one);
        expect(bare(again.rows)).toEqual(bare(rows));
        expect(again.replaces).toEqual(NESTED);
      }),
    );
  });
});
