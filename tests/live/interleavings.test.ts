import type { Fact } from '@domain/run/fact';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Journal } from '../../server/live/journal';
import { testDatabase } from '../support/database';
import { contiguous } from './rows';
import { handClock, quietBus, tailsOn, watch } from './support';

await testDatabase(); // its environment only: here the journal is a list

const REF = { orgId: 'o', runId: 'r' };
const factOf = (seq: number, last: number): Fact =>
  seq === last
    ? {
        type: 'run.closed',
        receipt: [],
        totals: { inputTokens: 0, outputTokens: 0, costMicros: 0, unknownMicros: 0, reservedMicros: 0 },
        seq,
        at: '',
      }
    : { type: 'run.resumed', seq, at: '' };

/** A journal whose reads and whose growth happen in the order that the scheduler picks. */
function scheduled(s: fc.Scheduler, total: number) {
  const facts: Fact[] = [];
  const turn = <T>(label: string, read: () => T): Promise<T> => s.schedule(Promise.resolve(label)).then(read);
  const head = () => ({ seq: facts.length, closed: facts.length === total });
  const journal: Journal = {
    read: (_ref, after, limit) => turn('read', () => facts.slice(after, after + Math.min(limit, 3))),
    head: () => turn('head', head),
    heads: () => turn('heads', () => new Map([[REF.runId, head()]])),
    snapshot: async () => null,
  };
  return { journal, grow: () => facts.push(factOf(facts.length + 1, total)) };
}

it('every client gets every fact once and in order, whatever the order of reads, commits, nudges and joins', async () => {
  const clients = fc.array(fc.nat(12), { minLength: 1, maxLength: 4 });
  const commits = fc.array(fc.record({ facts: fc.integer({ min: 1, max: 4 }), nudged: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), clients, commits, async (s, starts, growth) => {
      const total = growth.reduce((sum, { facts }) => sum + facts, 0);
      const { journal, grow } = scheduled(s, total);
      const { bus, say, listeners } = quietBus();
      const { clock, pass, timers } = handClock();
      const tails = tailsOn(journal, bus, clock);
      let seq = 0;
      const open: { after: number; client: ReturnType<typeof watch> }[] = [];
      const { task } = s.scheduleSequence([
        ...growth.map(({ facts, nudged }, n) => ({
          label: `commit ${n}`,
          builder: async () => {
            for (let k = 0; k < facts; k++) grow();
            seq += facts;
            if (nudged) say((handlers) => handlers.nudge(seq));
          },
        })),
      ]);
      for (const after of starts) {
        void s.schedule(Promise.resolve('join')).then(() => {
          const from = Math.min(after, seq);
          open.push({ after: from, client: watch(tails, journal, REF, { after: from }) });
        });
      }
      await s.waitFor(task);
      // The poll comes round for as long as somebody waits.
      for (let round = 0; round < 40 && (open.length < starts.length || listeners() > 0); round++) {
        pass(2_000);
        await s.waitAll();
      }
      await s.waitFor(Promise.all(open.map(({ client }) => client.done)));
      for (const { after, client } of open) {
        expect(client.facts()).toHaveLength(total - after);
        expect(contiguous(client.facts(), after + 1)).toBe(true);
        expect(client.events.every((event) => event.kind === 'fact')).toBe(true);
      }
      expect(open).toHaveLength(starts.length);
      expect([tails.size, listeners(), timers()]).toEqual([0, 0, 0]);
    }),
    { numRuns: 400 },
  );
});
