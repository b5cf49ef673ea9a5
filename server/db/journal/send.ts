import { CapShort, type CapWarned } from '@domain/budget/cap';
import { enginePool } from '../pools';
import type { Query } from './load';
import { type Payload, storableJson } from './payload';

/** What the SQL functions of an append say. */
export type Answer = {
  ok?: true;
  room?: boolean;
  freed?: boolean;
  warned?: CapWarned[];
  seq: number;
  at: string;
} & Partial<Record<'busy' | 'gone' | 'stale' | 'fenced' | 'alive' | 'conflict' | 'denied', boolean>>;

/** `full`: the organization runs all that it may; `short`: no room under a cap. Nothing was written either way. */
export type Sent = Answer | 'full' | { short: CapShort };

export const engineQuery: Query = async (sql, values) =>
  (await enginePool().query({ name: sql.slice(7, 40), text: sql, values })).rows;

/** One append, one statement. @throws database errors as they come */
export async function sendAlone(query: Query, payload: Payload): Promise<Sent> {
  try {
    const [row] = await query('SELECT engine_append($1::jsonb) AS answer', [storableJson(payload)]);
    return row?.answer as Answer;
  } catch (error) {
    const { code, detail } = error as { code?: string; detail?: string };
    if (code === 'TR429') return 'full';
    if (code === 'TR402' && detail !== undefined) return { short: CapShort.parse(JSON.parse(detail)) };
    throw error;
  }
}
