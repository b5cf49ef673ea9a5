import { FactBody, type FactInput } from '@domain/run/fact';
import { inputsOf } from '@domain/run/inputs';
import type { Plan } from '@domain/run/plan';
import { reduce } from '@domain/run/reduce';
import { isEnded } from '@domain/run/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AFTER_END, holds } from './law';
import { driveToEnd, games, moves, play } from './random-run';
import { planned, planOf, TestRun, timeless } from './run';

describe('laws of the reducer: how a run goes on and ends', () => {
  const limitOf = ({ steps, maxRework }: Plan) => 20 + 5 * steps.length * (steps.length * maxRework + 2);

  it.each(['succeed', 'fail', 'reject'] as const)(
    'R-7 R-8 from any state a run ends when all that is open should %s',
    (outcome) => {
      holds(
        games,
        ({ game, played }) => {
          const run = play(game, played);
          driveToEnd(run, outcome, limitOf(run.state.plan ?? game.plan));
          expect(run.state).toMatchObject({ closed: true, openCalls: [] });
          expect(isEnded(run.state)).toBe(true);
          const { blocked, ready, running, waiting } = run.state.tally;
          expect([blocked, ready, running, waiting]).toEqual([0, 0, 0, 0]);
          expect(timeless(run.replayed())).toEqual(timeless(run.state));
        },
        60,
      );
    },
  );

  it('R-9 no step is reworked more often than maxRework', () => {
    holds(
      games,
      ({ game, played }) => {
        const run = play(game, played);
        driveToEnd(run, 'reject', limitOf(run.state.plan ?? game.plan));
        for (const step of run.state.steps)
          expect(step.reworks ?? 0).toBeLessThanOrEqual(game.plan.maxRework);
        const reopened = run.journal.filter((fact) => fact.type === 'plan.task.reopened').length;
        expect(run.state.reworkRounds).toBe(reopened);
      },
      60,
    );
  });

  it('R-11 directives are no facts of a run', () => {
    const types = FactBody.options.map((option) => option.shape.type.value);
    expect(types.filter((type) => /directive|prompt/.test(type))).toEqual([]);
    const run = new TestRun().start(planOf([planned('a')]));
    const directive = { type: 'directive.applied', text: 'faster' } as unknown as FactInput;
    expect(reduce(run.state, directive)).toBeNull();
  });

  it('R-12 a join reads its inputs in plan order, whatever order they arrived in', () => {
    const ids = Array.from({ length: 8 }, (_, at) => `p${at}`);
    const plan = planOf([...ids.map((id) => planned(id)), planned('join', [...ids].reverse())]);
    holds(fc.shuffledSubarray(ids, { minLength: ids.length }), (order) => {
      const run = new TestRun().start(plan);
      for (const id of order) run.claim(id);
      for (const id of order) run.take(run.completion(id));
      expect(inputsOf(run.state, 'join').map((input) => input.artifactId)).toEqual(
        ids.map((id) => `${id}.1`),
      );
    });
  });

  it('R-13 after a cancel at any point only what is running is told to stop', () => {
    holds(fc.tuple(games, moves(30)), ([{ game, played }, rest]) => {
      const run = play(game, played);
      if (isEnded(run.state)) return;
      const running = run.state.steps.filter((step) => step.status === 'running');
      const cancelled = run.take({ type: 'run.cancelled', reason: 'by hand' });
      expect(cancelled?.effects).toEqual([
        ...running.map((step) => ({ kind: 'step.abort', stepId: step.id, epoch: step.epoch })),
        { kind: 'run.end' },
      ]);
      const told = run.effects.length;
      const before = run.journal.length;
      for (const step of run.state.steps) expect(run.claim(step.id)).toBeNull();
      driveToEnd(run, 'succeed', rest.length + 100);
      expect(run.effects.length).toBe(told);
      const after = run.journal.slice(before).map((fact) => fact.type);
      expect(after.filter((type) => !AFTER_END.has(type))).toEqual([]);
    });
  });

  it('R-16 two orders of independent branches end in equal states', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const plan = planOf([...ids.map((id) => planned(id)), ...ids.map((id) => planned(`${id}2`, [id]))]);
    const all = ids.flatMap((id) => [id, `${id}2`]);
    const orders = fc.shuffledSubarray(all, { minLength: all.length }).map((order) => {
      const turns = order.map((id) => id[0]!);
      const count = new Map<string, number>();
      return turns.map((id) => {
        const nth = (count.get(id) ?? 0) + 1;
        count.set(id, nth);
        return nth === 1 ? id : `${id}2`;
      });
    });
    const end = (order: string[]) => {
      const run = new TestRun().start(plan);
      for (const id of order) run.pass(id);
      return timeless(run.state);
    };
    holds(fc.tuple(orders, orders), ([one, two]) => {
      expect(end(one)).toEqual(end(two));
    });
  });
});
