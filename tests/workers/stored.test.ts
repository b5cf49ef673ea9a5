import { initialState, RULES_VERSION } from '@domain/run/state';
import { describe, expect, it } from 'vitest';
import { Recent } from '../../server/db/journal/cache';
import { storeSnapshot } from '../../server/db/journal/engine';
import { addBareRun } from '../live/rows';
import { testDatabase } from '../support/database';
import { makeOrg } from '../support/tenants';

const db = await testDatabase();

describe('a snapshot', () => {
  it('is stored whatever characters a model has sent', async () => {
    const ref = await addBareRun(db, await makeOrg(db));
    const state = { ...initialState(), goal: 'a nul \0 and half a face \ud83d' };
    await storeSnapshot(ref, 7, RULES_VERSION, state);
    const { rows } = await db.admin.query('SELECT state FROM run_snapshot WHERE run_id = $1', [ref.runId]);
    expect(rows[0].state.goal).toBe('a nul  and half a face \ufffd');
  });
});

describe('what a process remembers', () => {
  const keys = (texts: Recent<string>, all: string[]) => all.filter((key) => texts.get(key) !== undefined);

  it('is bounded by weight as well as by number, and keeps the newest', () => {
    const texts = new Recent<string>(3, (text) => text.length, 10);
    for (const key of ['a', 'b', 'c', 'd']) texts.set(key, '12');
    expect(keys(texts, ['a', 'b', 'c', 'd'])).toEqual(['b', 'c', 'd']);
    texts.set('e', '1234567');
    expect(keys(texts, ['b', 'c', 'd', 'e'])).toEqual(['d', 'e']);
    texts.set('e', '1');
    texts.set('f', '1234567');
    expect(keys(texts, ['d', 'e', 'f'])).toEqual(['d', 'e', 'f']);
    texts.set('g', 'x'.repeat(100));
    expect(keys(texts, ['d', 'e', 'f', 'g'])).toEqual(['g']);
    texts.delete('g');
    texts.set('h', '1234567890');
    texts.set('i', '');
    expect(keys(texts, ['h', 'i'])).toEqual(['h', 'i']);
  });
});
