import { expect, it } from 'vitest';
import { testDatabase } from '../support/database';
import { complete, raceTheHandover } from './handover';

process.env.TROUPE_FAILPOINTS = 'control.backfill_first';
const db = await testDatabase();

it('F-15 control: back-fill before subscribing loses the facts between them', async () => {
  const { raced, end, seqs } = await raceTheHandover(db, 5_000);
  expect(raced).toBe(true);
  expect(end).toBe('open');
  expect(complete(seqs, 120)).toBe(false);
  expect(seqs).toHaveLength(20);
});
