import { expect, it } from 'vitest';
import { testDatabase } from '../support/database';
import { complete, raceTheHandover } from './handover';

const db = await testDatabase();

it('F-15: 100 facts between back-fill and live part reach the client once, in order, to the end', async () => {
  for (let round = 0; round < 5; round++) {
    const { raced, end, seqs, followed } = await raceTheHandover(db, 8_000);
    expect(raced).toBe(true);
    expect(end).toBe('ended');
    expect(complete(seqs, 120)).toBe(true);
    expect(followed).toBe(0);
  }
});
