import { inOrder } from '../team/contract-order';
import { PREVIEW_CHARS } from './limits';

/** Of a list: more are not read in a preview. */
const SHOWN_ITEMS = 5;

type Delivered = { text: string; value?: unknown };
type Schema = Readonly<Record<string, unknown>> | undefined;

/** The beginning of a delivery as a person reads it: its text, or its fields by their names. At most 280 UTF-16 units. */
export function previewOf({ text, value }: Delivered, schema: Schema): string {
  if (typeof value !== 'object' || value === null) return text.slice(0, PREVIEW_CHARS);
  const { propertyOrdering } = schema ?? {};
  const { properties } = inOrder({ properties: value, propertyOrdering });
  let preview = '';
  for (const [name, field] of Object.entries(properties as object)) {
    if (preview.length >= PREVIEW_CHARS) break;
    preview += `${preview === '' ? '' : ' · '}${name}: ${inWords(field)}`;
  }
  return preview.slice(0, PREVIEW_CHARS);
}

function inWords(field: unknown): string {
  if (Array.isArray(field)) {
    const shown = field.slice(0, SHOWN_ITEMS).map(asItem);
    return [...shown, ...(field.length > SHOWN_ITEMS ? ['…'] : [])].join(', ') || '–';
  }
  return asItem(field);
}

function asItem(item: unknown): string {
  if (typeof item === 'string') return item.slice(0, PREVIEW_CHARS).replace(/\s+/g, ' ').trim() || '–';
  if (typeof item === 'boolean') return item ? '✓' : '✗';
  if (typeof item === 'number') return String(item);
  return item === null || item === undefined ? '–' : '…';
}
