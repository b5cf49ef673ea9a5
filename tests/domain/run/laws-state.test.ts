import { apply, replay } from '@domain/run/apply';
import { reduce } from '@domain/run/reduce';
import type { RunState } from '@domain/run/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from './law';
import { games, moves, plans, play } from './random-run';
import { planned, planOf, TestRun, timeless } from './run';

describe('laws of the reducer: what its state is worth', () => {
  it('R-14 cost is the sum of what was settled, of the steps, and stands in every fact with totals', () => {
    holds(
      games,
      ({ game, played }) => {
        const run = play(game, played);
        let [cost, unknown, tokens] = [0, 0, 0];
        for (const fact of run.journal) {
          if (fact.type === 'model.settled') {
            cost += fact.costMicros;
            unknown += fact.unknownMicros;
            tokens += fact.inputTokens + fact.outputTokens;
          }
          if ('totals' in fact) {
            const { totals } = fact;
            expect([totals.costMicros, totals.unknownMicros]).toEqual([cost, unknown]);
            expect(totals.inputTokens + totals.outputTokens).toBe(tokens);
          }
        }
        const sum = (pick: (step: RunState['steps'][number]) => number) =>
          run.state.steps.reduce((all, step) => all + pick(step), 0);
        expect(sum((step) => step.costMicros)).toBe(cost);
        expect(sum((step) => step.unknownMicros)).toBe(unknown);
        expect(sum((step) => step.inputTokens + step.outputTokens)).toBe(tokens);
      },
      60,
    );
  });

  it('R-15 replaying what was stored gives the state that was decided, from any snapshot on', () => {
    holds(fc.tuple(games, fc.nat()), ([{ game, played }, cut]) => {
      const run = play(game, played);
      const at = cut % (run.journal.length + 1);
      const snapshot = JSON.parse(JSON.stringify(replay(run.journal.slice(0, at))));
      const state = replay(run.journal.slice(at), snapshot);
      expect(timeless(state)).toEqual(timeless(run.state));
      expect(state).toEqual(run.replayed());
    });
  });

  it('R-15 a gap is never folded over, and an unknown type only counts', () => {
    const run = new TestRun().start(planOf([planned('a')]));
    const next = { type: 'run.paused', reason: 'x', at: new Date(0).toISOString() } as const;
    expect(apply(run.state, { ...next, seq: run.state.seq + 2 })).toBe(run.state);
    expect(apply(run.state, { ...next, seq: run.state.seq })).toBe(run.state);
    const unknown = { ...next, type: 'later.invention', seq: run.state.seq + 1 };
    expect(apply(run.state, unknown as never)).toEqual({
      ...run.state,
      seq: run.state.seq + 1,
      lastAt: next.at,
    });
  });

  it('R-17 a state survives JSON and goes on as if nothing had happened', () => {
    holds(fc.tuple(games, moves(20)), ([{ game, played }, rest]) => {
      const run = play(game, played);
      const copy: RunState = JSON.parse(JSON.stringify(run.state));
      expect(copy).toStrictEqual(run.state);
      for (const step of run.state.steps) {
        const body = rest.length % 2 === 0 ? run.claimOf(step.id) : run.completion(step.id);
        expect(reduce(copy, body)).toEqual(reduce(run.state, body));
      }
    });
  });

  it('R-19 what is spent and reserved never passes the cap while bills keep to their ceilings', () => {
    holds(games, ({ game, played }) => {
      play(game, played, ({ state }) => {
        const { costMicros, unknownMicros, reservedMicros } = state.totals;
        expect(costMicros + unknownMicros + reservedMicros).toBeLessThanOrEqual(state.capMicros);
        expect(reservedMicros).toBe(state.openCalls.reduce((sum, call) => sum + call.ceilingMicros, 0));
      });
    });
  });

  it('R-20 ids are data: strange ones make no difference', () => {
    const strange = [
      '__proto__',
      'constructor',
      'toString',
      '🧪',
      'x'.repeat(10_000),
      '',
      ' ',
      'hasOwnProperty',
    ];
    holds(
      fc.tuple(plans, moves(60)),
      ([game, moved]) => {
        // 96 names a step that is unknown only among plain ids
        const played = moved.filter((move) => move.action !== 96);
        const names = new Map(game.plan.steps.map((step, at) => [step.id, strange[at] ?? `other ${at}`]));
        const rename = (id: string) => names.get(id) ?? id;
        const steps = game.plan.steps.map((step) => ({
          ...step,
          id: rename(step.id),
          slotId: rename(step.slotId),
          dependsOn: step.dependsOn.map(rename),
          ...(step.reviewOf === undefined ? {} : { reviewOf: rename(step.reviewOf) }),
        }));
        const { handoff } = game.plan;
        const turns = handoff && {
          ...handoff,
          entry: rename(handoff.entry),
          edges: handoff.edges.map(({ from, to }) => ({ from: rename(from), to: rename(to) })),
        };
        const [plain, renamed] = [
          play(game, played),
          play({ ...game, plan: { ...game.plan, steps, ...(turns && { handoff: turns }) } }, played),
        ];
        expect(renamed.state.steps.map((step) => [step.status, step.round, step.epoch])).toEqual(
          plain.state.steps.map((step) => [step.status, step.round, step.epoch]),
        );
        expect(renamed.journal.map((fact) => fact.type)).toEqual(plain.journal.map((fact) => fact.type));
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      },
      60,
    );
  });
});
