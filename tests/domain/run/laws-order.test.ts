import { replay } from '@domain/run/apply';
import { FactBody, type FactInput } from '@domain/run/fact';
import type { Plan } from '@domain/run/plan';
import { reduce } from '@domain/run/reduce';
import { isEnded, type RunState, stepIn } from '@domain/run/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AFTER_END, holds } from './law';
import { games, play } from './random-run';
import { TestRun } from './run';

/** Facts by which somebody repeats what is not addressed to one claim or call. */
const REPEATABLE = new Set<string>(['run.paused', 'run.resumed', 'plan.task.ready']);

/** Written anew from the rules: everything that a step waits for is completed in its present round. */
function mayStart(plan: Plan, state: RunState, id: string): boolean {
  const step = plan.steps.find((other) => other.id === id)!;
  const done = (other: string) => stepIn(state, other)?.status === 'completed';
  const accepted = (other: string) =>
    step.eager ||
    step.reviewOf === other ||
    plan.steps.every((review) => review.reviewOf !== other || done(review.id));
  return step.dependsOn.every((other) => done(other) && accepted(other));
}

/** With what was added to it at run time. */
function planIn({ state }: TestRun): Plan {
  if (!state.plan) throw new Error('no plan');
  return state.plan;
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

describe('laws of the reducer: what may happen', () => {
  it('R-1 it never throws, whatever comes in whatever order, and never changes what it is given', () => {
    const junk = fc.record({
      type: fc.constantFrom(...FactBody.options.map((option) => option.shape.type.value), 'not.a.fact'),
      stepId: fc.constantFrom('s0', 't0', 's1', '__proto__', 'constructor', 'nobody'),
      round: fc.integer(),
      attempt: fc.integer(),
      epoch: fc.integer(),
      status: fc.constantFrom('failed', 'completed', 'queued'),
      callId: fc.string(),
      ordinal: fc.integer(),
      ceilingMicros: fc.double(),
      costMicros: fc.double(),
      reason: fc.string(),
    });
    holds(fc.tuple(games, fc.array(junk, { maxLength: 12 })), ([{ game, played }, strange]) => {
      const run = play(game, played);
      const state = frozen(run.state);
      for (const body of strange) reduce(state, body as FactInput);
      for (const body of strange) reduce(new TestRun().state, body as FactInput);
    });
  });

  it('R-2 it is deterministic', () => {
    holds(games, ({ game, played }) => {
      const [first, second] = [play(game, played), play(structuredClone(game), played)];
      expect(second.journal).toEqual(first.journal);
      expect(second.effects).toEqual(first.effects);
    });
  });

  it('R-3 the same fact twice is once, at once and at any later time', () => {
    holds(games, ({ game, played }) => {
      const past: FactInput[] = [];
      const run = play(game, played, (now, body, applied) => {
        if (!applied) return;
        past.push(body);
        expect(reduce(now.state, body)).toBeNull();
      });
      for (const body of past) {
        if (!REPEATABLE.has(body.type)) expect(reduce(run.state, body)).toBeNull();
      }
      const doubled = run.journal.flatMap((fact) => [fact, fact]);
      expect(replay(doubled)).toEqual(run.replayed());
    });
  });

  it('R-4 the end of a run is final: only settlements, stops and one closing follow', () => {
    holds(games, ({ game, played }) => {
      let ended: RunState | undefined;
      const run = play(game, played, (now) => {
        if (ended) expect([now.state.status, now.state.reason]).toEqual([ended.status, ended.reason]);
        else if (isEnded(now.state)) ended = now.state;
      });
      const ends = run.journal.filter((fact) => /^run\.(completed|cancelled|failed)$/.test(fact.type));
      expect(ends.length).toBe(isEnded(run.state) ? 1 : 0);
      if (!ends[0]) return;
      expect(run.journal[ends[0].seq - 2]?.type).toMatch(/^team\.(completed|failed)$/);
      const after = run.journal.slice(ends[0].seq).map((fact) => fact.type);
      expect(after.filter((type) => !AFTER_END.has(type))).toEqual([]);
      expect(after.filter((type) => type === 'run.closed').length).toBe(run.state.closed ? 1 : 0);
    });
  });

  it('R-5 no step starts before all that it needs is done', () => {
    holds(games, ({ game, played }) => {
      play(game, played, (now, body, applied) => {
        if (applied && body.type === 'plan.task.started') {
          expect(mayStart(planIn(now), now.state, body.stepId)).toBe(true);
          expect(now.state.tally.running).toBeLessThanOrEqual(game.plan.parallelLimit);
        }
        for (const step of now.state.steps) {
          if (step.status === 'ready') expect(mayStart(planIn(now), now.state, step.id)).toBe(true);
        }
      });
    });
  });

  it('R-6 failures of a round are at most maxAttempts, and epochs only grow', () => {
    holds(games, ({ game, played }) => {
      const run = play(game, played);
      const failures = new Map<string, number>();
      const epochs = new Map<string, number>();
      for (const fact of run.journal) {
        if (fact.type === 'plan.task.retried' || fact.type === 'plan.task.failed') {
          const round = fact.type === 'plan.task.retried' ? fact.round : fact.round;
          const key = JSON.stringify([fact.stepId, round]);
          failures.set(key, (failures.get(key) ?? 0) + 1);
        }
        if (fact.type === 'plan.task.started') {
          expect(fact.epoch).toBe((epochs.get(fact.stepId) ?? 0) + 1);
          epochs.set(fact.stepId, fact.epoch);
        }
      }
      for (const count of failures.values()) expect(count).toBeLessThanOrEqual(3);
    });
  });
});
