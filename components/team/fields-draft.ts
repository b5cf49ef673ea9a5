import {
  type ContractField,
  compileFields,
  FIELD_TYPES,
  fieldProblems,
  parseFields,
} from '@domain/team/contract-fields';
import { isContractSchema } from '@domain/team/contract-schema';
import { z } from 'zod';
import { newKey } from './new-key';

type Json = Record<string, unknown>;

/** A field while it is edited; `key` lives in this form only. */
export type FieldDraft = ContractField & { key: string };

/** What a slot's delivery consists of: text alone without rows. A schema that is more than fields is kept as it came. */
export type FieldsDraft =
  | { kind: 'rows'; rows: FieldDraft[]; closed: boolean; replaces?: Json; untouched?: Json }
  | { kind: 'custom'; schema: Json };

export const noFields: FieldsDraft = { kind: 'rows', rows: [], closed: true };

export const newField = (): FieldDraft => ({
  ...{ key: newKey(), name: '', type: 'text', choices: [], required: true, description: '' },
});

/** A draft keeps rows that are not yet fields under this name, which no schema has: it cannot be proposed with them. */
const UNFINISHED = 'unfinishedFields';
const Unfinished = z.strictObject({
  [UNFINISHED]: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(FIELD_TYPES),
      choices: z.array(z.string()),
      required: z.boolean(),
      description: z.string(),
    }),
  ),
  closed: z.boolean(),
  replaces: z.record(z.string(), z.unknown()).optional(),
});

/** The schema as the document has it; undefined: a delivery is text. Nothing that is there is ever left out. */
export function schemaOf(fields: FieldsDraft): Json | undefined {
  if (fields.kind === 'custom') return fields.schema;
  if (fields.untouched) return fields.untouched;
  const { rows, closed, replaces } = fields;
  if (rows.length === 0) return undefined;
  const list = rows.map(({ key: _, ...field }) => field);
  if (fieldProblems(list).some((problem) => problem !== null))
    return { [UNFINISHED]: list, closed, ...(replaces && { replaces }) };
  return compileFields({ fields: list, closed });
}

/** A schema of a saved document, finished or not, as the form edits it. */
export function readFields(schema: Json | undefined): FieldsDraft {
  if (schema === undefined) return noFields;
  const unfinished = Unfinished.safeParse(schema);
  if (unfinished.success) {
    const { [UNFINISHED]: rows, closed, replaces } = unfinished.data;
    return { kind: 'rows', rows: rows.map(keyed), closed, ...(replaces && { replaces }) };
  }
  const list = parseFields(schema);
  if (!list) return { kind: 'custom', schema };
  return { kind: 'rows', rows: list.fields.map(keyed), closed: list.closed, untouched: schema };
}

const keyed = (field: ContractField): FieldDraft => ({ ...field, key: newKey() });

/** Fields that are edited are no longer what came. */
export const withRows = (fields: FieldsDraft, rows: FieldDraft[]): FieldsDraft => {
  if (fields.kind === 'custom') return { kind: 'rows', rows, closed: true, replaces: fields.schema };
  const { untouched: _, ...rest } = fields;
  return { ...rest, rows };
};

/** Whether the whole fits: each call carries it. */
export function isTooLong(fields: FieldsDraft): boolean {
  const schema = schemaOf(fields);
  return schema !== undefined && !(UNFINISHED in schema) && !isContractSchema(schema);
}
