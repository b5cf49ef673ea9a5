'use client';
import { type ContractField, parseFields } from '@domain/team/contract-fields';
import { Textarea } from '../ui/input';
import { EditedField } from './edited-field';

type Props = {
  label: string;
  schema: Readonly<Record<string, unknown>> | undefined;
  text: string;
  onText: (text: string) => void;
};

type Value = Readonly<Record<string, unknown>>;

/** A delivery that a person puts into other words: field by field where its contract has fields, else as a text. */
export function EditedOutput({ label, schema, text, onText }: Props) {
  const fields = schema ? parseFields(schema)?.fields : undefined;
  const value = fields ? valueIn(text, fields) : null;
  if (!fields || !value)
    return (
      <Textarea
        aria-label={label}
        className="min-h-40 font-mono text-xs"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    );
  const change = (name: string, given: unknown) => {
    const { [name]: _, ...others } = value;
    // Left out, and not empty: only what is required has to be there.
    onText(JSON.stringify(given === undefined ? others : { ...others, [name]: given }, null, 2));
  };
  return (
    <fieldset aria-label={label} className="flex flex-col gap-3 rounded-md border bg-surface p-3">
      {fields.map((field) => (
        <EditedField
          key={field.name}
          field={field}
          value={value[field.name]}
          onChange={(given) => change(field.name, given)}
        />
      ))}
    </fieldset>
  );
}

/** Null: it says something that these fields would not show. */
function valueIn(text: string, fields: readonly ContractField[]): Value | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const kinds = new Map(fields.map(({ name, type }) => [name, type]));
    const shows = ([name, field]: [string, unknown]) =>
      kinds.has(name) && !(kinds.get(name) === 'texts' && hasLines(field));
    return Object.entries(value).every(shows) ? (value as Value) : null;
  } catch {
    return null;
  }
}

/** A list is typed with one text a line. */
const hasLines = (field: unknown): boolean =>
  Array.isArray(field) && field.some((item) => typeof item !== 'string' || item.includes('\n'));
