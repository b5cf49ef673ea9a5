import { z } from 'zod';
import { DomainError, notFound } from './errors';
import { Id } from './ids';
import { storable } from './text';

/** Rows of a list that are asked for when the caller does not say, and the most that one answer holds. */
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const MAX_CURSOR = 600;

/**
 * The fields that every list takes. Below 1 or no whole number: refused; above the most: capped, so that a
 * client that asks for everything gets a page.
 */
export const PageInput = {
  limit: z
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, MAX_LIMIT))
    .default(DEFAULT_LIMIT),
  cursor: z.string().max(MAX_CURSOR).nullish(),
};
export const Page = z.strictObject(PageInput);
export type Page = z.infer<typeof Page>;

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().nullable() });

/** The keys of the last row, as text that a client hands back unread; it counts in its own organization only. */
const encodeCursor = (orgId: string, keys: readonly string[]): string =>
  btoa(encodeURIComponent(JSON.stringify([orgId, ...keys])));

const invalid = () =>
  new DomainError('bad_request', 'The cursor is not valid', {
    issues: [{ path: ['cursor'], code: 'invalid_cursor', message: 'The cursor is not valid' }],
  });

/**
 * The keys in a cursor, checked against `shape`; null: from the start.
 * @throws bad_request for what we did not write, not_found for a cursor of another organization.
 */
export function decodeCursor<T extends z.ZodType>(
  orgId: string,
  cursor: string | null | undefined,
  shape: T,
): z.infer<T> | null {
  if (cursor === null || cursor === undefined) return null;
  const read = z.array(z.string().refine(storable)).min(2).safeParse(parsed(cursor));
  if (!read.success) throw invalid();
  const [own, ...keys] = read.data;
  const checked = shape.safeParse(keys);
  if (!checked.success) throw invalid();
  if (own !== orgId) throw notFound();
  return checked.data;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(cursor)));
  } catch {
    return undefined;
  }
}

/**
 * One page of rows that were read with `limit + 1`: the surplus row only says that there is more.
 * `keysOf` gives the sort keys of a row, in the order of the list.
 */
export function toPage<Row, Item>(
  orgId: string,
  rows: readonly Row[],
  limit: number,
  keysOf: (row: Row) => string[],
  toItem: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    nextCursor: rows.length > limit && last ? encodeCursor(orgId, keysOf(last)) : null,
  };
}

const IdKey = z.tuple([Id]);

/** The id behind which a list that goes by ids continues; null: from the start. @throws as `decodeCursor`. */
export const idAfter = (orgId: string, cursor: string | null | undefined): string | null =>
  decodeCursor(orgId, cursor, IdKey)?.[0] ?? null;

/** One page of a list that goes by ids. */
export const toIdPage = <Row extends { id: string }, Item>(
  orgId: string,
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
) => toPage(orgId, rows, limit, (row) => [row.id], toItem);
