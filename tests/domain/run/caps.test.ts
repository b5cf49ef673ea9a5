import type { CapShort } from '@domain/budget/cap';
import { exceededFact } from '@domain/run/budget';
import { OWN_CAP } from '@domain/run/state';
import { describe, expect, it } from 'vitest';
import { planned, planOf, TestRun, timeless } from './run';

const asking = () => {
  const run = new TestRun().start(planOf([planned('a'), planned('b')]));
  return Object.assign(run, { state: { ...run.state, atLimit: 'ask' as const } });
};
const team: CapShort = {
  capId: 'c1',
  level: 'team',
  subjectId: 't1',
  limitMicros: 500,
  spentMicros: 450,
  neededMicros: 100,
  ask: true,
  open: false,
};

describe('a run that asks at its limit', () => {
  it('lets every step that finds no money wait at one gate, which is the whole run’s', () => {
    const run = asking();
    expect(run.types(exceededFact(run.state, 2_000, 'a'))).toEqual([
      'budget.exceeded a',
      'plan.task.waiting a',
      'approval.requested',
    ]);
    expect(run.state.status).not.toBe('waiting');
    expect(run.types(exceededFact(run.state, 2_000, 'b'))).toEqual([
      'budget.exceeded b',
      'plan.task.waiting b',
    ]);
    expect(run.state.status).toBe('waiting');
    expect(run.state.gates).toMatchObject([{ id: 'g1', kind: 'budget' }]);
  });

  it('goes on with as much again when that is approved, and with what it is raised to when it is raised', () => {
    for (const fact of [
      { type: 'approval.resolved', gateId: 'g1', decision: 'approved', by: 'u1' },
      { type: 'budget.raised', capMicros: 2_000, by: 'u1' },
    ] as const) {
      const run = asking();
      run.take(exceededFact(run.state, 1_500, 'a'));
      run.take(exceededFact(run.state, 1_500, 'b'));
      const types = run.types(fact) ?? [];
      expect([...types].sort()).toEqual(
        ['approval.resolved', 'budget.raised', 'plan.task.ready a', 'plan.task.ready b'].sort(),
      );
      expect(run.state.capMicros).toBe(2_000);
      expect(run.state.tally.ready).toBe(2);
    }
  });

  it('ends when that is denied, and when nobody decides in time', () => {
    for (const [decision, status] of [
      ['denied', 'budget_exceeded'],
      ['timed_out', 'timed_out'],
    ] as const) {
      const run = asking();
      run.take(exceededFact(run.state, 2_000, 'a'));
      run.take({ type: 'approval.resolved', gateId: 'g1', decision });
      expect(run.state.status).toBe(status);
      expect(run.step('b').status).toBe('cancelled');
    }
  });

  it('is not asked for by a step that stands elsewhere meanwhile, and never lowered', () => {
    const run = asking();
    const fact = exceededFact(run.state, 2_000, 'a');
    run.claim('a');
    expect(run.take(fact)).toBeNull();
    expect(run.take({ type: 'budget.raised', capMicros: 999 })).toBeNull();
    expect(run.take({ type: 'budget.warned', spentMicros: 1, capMicros: 1 })).toBeNull();
  });
});

describe('a cap that runs share', () => {
  it('ends the run with its scope, or lets it ask, as the cap says', () => {
    const run = new TestRun().start(planOf([planned('a')]));
    run.take(exceededFact(run.state, 100, 'a', { ...team, ask: false }));
    expect(run.state.status).toBe('budget_exceeded');
    const waits = new TestRun().start(planOf([planned('a')]));
    waits.take(exceededFact(waits.state, 100, 'a', team));
    expect(waits.state).toMatchObject({ status: 'waiting', shortOf: ['c1'] });
  });

  it('is not raised by who approves: the steps try again under it', () => {
    const run = new TestRun().start(planOf([planned('a')]));
    run.take(exceededFact(run.state, 100, 'a', team));
    const decision = { type: 'approval.resolved', gateId: 'g1', decision: 'approved', by: 'u1' } as const;
    expect(run.types(decision)).toEqual(['approval.resolved', 'plan.task.ready a']);
    expect(run.state.capMicros).toBe(1_000);
  });

  it.each([
    ['own cap first', ['a', 'b']],
    ['shared cap first', ['b', 'a']],
  ])('may be short beside the run’s own: raising either lets all try again (%s)', (_, order) => {
    const waiting = () => {
      const run = new TestRun().start(planOf([planned('a'), planned('b')]), { atLimit: 'ask' });
      for (const id of order) {
        if (id === 'a') run.take(exceededFact(run.state, 2_000, 'a'));
        else run.take(exceededFact(run.state, 100, 'b', team));
      }
      expect(run.statuses()).toEqual({ a: 'waiting', b: 'waiting' });
      expect(new Set(run.state.shortOf)).toEqual(new Set([OWN_CAP, 'c1']));
      return run;
    };
    const raised = waiting();
    raised.take({ type: 'budget.raised', capMicros: 5_000, by: 'u1' });
    expect(raised.statuses()).toEqual({ a: 'ready', b: 'ready' });
    const approved = waiting();
    approved.take({ type: 'approval.resolved', gateId: 'g1', decision: 'approved', by: 'u1' });
    expect(approved.statuses()).toEqual({ a: 'ready', b: 'ready' });
    expect(approved.state.capMicros).toBe(2_000);
    // Who still finds no room asks again, and for that alone.
    approved.take(exceededFact(approved.state, 100, 'b', team));
    expect(approved.state).toMatchObject({ shortOf: ['c1'], gates: [{}, { id: 'g2' }] });
    expect(timeless(approved.replayed())).toEqual(timeless(approved.state));
  });

  it('is warned of beside the run’s own warning', () => {
    const run = new TestRun().start(planOf([planned('a')]));
    const scope = { level: 'team' as const, subjectId: 't1', capId: 'c1' };
    run.take({ type: 'budget.warned', spentMicros: 450, capMicros: 500, scope });
    expect(run.state.warned).toBe(false);
  });
});
