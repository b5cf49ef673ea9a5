import { budgetFor, exceededFact } from '@domain/run/budget';
import { describe, expect, it } from 'vitest';
import { planned, planOf, TestRun } from './run';

const two = () => new TestRun().start(planOf([planned('a'), planned('b')]));

describe('the budget of a run', () => {
  it('is reserved before a call and freed by its settlement', () => {
    const run = two();
    run.claim('a');
    const call = run.call('a', 300)!;
    expect(run.state.totals.reservedMicros).toBe(300);
    run.take(run.settlement(call, 120));
    expect(run.state.totals).toEqual({
      inputTokens: 10,
      outputTokens: 5,
      costMicros: 120,
      unknownMicros: 0,
      reservedMicros: 0,
    });
    expect(run.step('a')).toMatchObject({ costMicros: 120, inputTokens: 10, outputTokens: 5, toolRounds: 1 });
    const totals = run.journal.flatMap((fact) => ('totals' in fact ? [fact.totals.costMicros] : []));
    expect(totals).toEqual([0, 120]);
  });

  it('blocks a call while something open may come back, and is exceeded when nothing is', () => {
    const run = two();
    run.claim('a');
    run.claim('b');
    const call = run.call('a', 700)!;
    expect(budgetFor(run.state, 300)).toBe('fits');
    expect(budgetFor(run.state, 301)).toBe('blocked');
    expect(budgetFor(run.state, 5_000)).toBe('blocked');
    expect(run.call('b', 301)).toBeNull();
    run.take(run.settlement(call, 700));
    expect(budgetFor(run.state, 300)).toBe('fits');
    expect(budgetFor(run.state, 301)).toBe('exceeded');
  });

  it('counts what is unknown against the cap, beside the cost', () => {
    const run = two();
    run.claim('a');
    const call = run.call('a', 600)!;
    run.take(
      run.settlement(call, 0, { outcome: 'unknown', inputTokens: 0, outputTokens: 0, unknownMicros: 600 }),
    );
    expect(run.state.totals).toMatchObject({ costMicros: 0, unknownMicros: 600, reservedMicros: 0 });
    expect(run.step('a')).toMatchObject({ unknownMicros: 600, toolRounds: 0 });
    expect(budgetFor(run.state, 401)).toBe('exceeded');
  });

  it('ends the run when the next call cannot fit: steps that did not run are cancelled for it (T-6)', () => {
    const run = two();
    run.claim('a');
    expect(run.types(exceededFact(run.state, 2_000))).toEqual([
      'budget.exceeded',
      'plan.task.cancelled b',
      'team.failed',
      'run.failed',
    ]);
    expect(run.state.status).toBe('budget_exceeded');
    expect(run.step('b')).toMatchObject({ status: 'cancelled', reason: 'budget' });
    const { epoch } = run.step('a');
    const stopped = {
      type: 'step.stopped',
      ...run.at('a'),
      epoch,
      afterMs: 5,
      tokensAfter: 0,
      costMicrosAfter: 0,
    } as const;
    expect(run.types(stopped)).toEqual(['step.stopped a', 'run.closed']);
    expect(run.step('a')).toMatchObject({ status: 'cancelled', reason: 'budget' });
  });

  it('warns once, when 80 % are spent', () => {
    const run = two();
    run.claim('a');
    run.take(run.settlement(run.call('a', 799)!, 799));
    expect(run.state.warned).toBe(false);
    expect(run.types(run.settlement(run.call('a', 1)!, 1))).toEqual(['model.settled a', 'budget.warned']);
    expect(run.types(run.settlement(run.call('a', 1)!, 1))).toEqual(['model.settled a']);
  });

  it('does not warn of what comes after the end, and still reports a bill that is too high', () => {
    const run = two();
    run.claim('a');
    const call = run.call('a', 900)!;
    run.take({ type: 'run.cancelled', reason: 'by hand' });
    expect(run.types(run.settlement(call, 950))).toEqual(['model.settled a', 'budget.overshot']);
  });

  it('reports a bill above the stated ceiling', () => {
    const run = two();
    run.claim('a');
    const call = run.call('a', 100)!;
    const next = run.take(run.settlement(call, 1_000));
    expect(next?.facts).toEqual([
      { type: 'budget.overshot', callId: call, billedMicros: 1_000, ceilingMicros: 100 },
      { type: 'budget.warned', spentMicros: 1_000, capMicros: 1_000 },
    ]);
  });

  it('counts each settlement once, and none with amounts that are no amounts', () => {
    const run = two();
    run.claim('a');
    const settlement = run.settlement(run.call('a', 100)!, 50);
    for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(run.take({ ...settlement, costMicros: bad } as typeof settlement)).toBeNull();
    }
    expect(run.take(settlement)).not.toBeNull();
    expect(run.take(settlement)).toBeNull();
    expect(run.state.totals.costMicros).toBe(50);
    expect(run.take({ ...run.callOf('a', 1), ordinal: 1 })).toBeNull();
    expect(run.take({ ...run.callOf('a', 1), ceilingMicros: -1 })).toBeNull();
  });

  it('knows the tool calls of a claim while they are open', () => {
    const run = two();
    run.claim('a');
    const { epoch } = run.step('a');
    const called = {
      type: 'tool.called',
      ...run.at('a'),
      epoch,
      callId: 't1',
      ordinal: 1,
      name: 'x',
      kind: 'pure',
    } as const;
    const settled = { type: 'tool.settled', ...run.at('a'), callId: 't1', name: 'x', outcome: 'ok' } as const;
    expect(run.take(settled)).toBeNull();
    expect(run.take(called)).not.toBeNull();
    expect(run.take(called)).toBeNull();
    expect(run.take({ ...called, callId: 'mail', ordinal: 2, kind: 'effect' })).not.toBeNull();
    expect(
      run.take({ type: 'tool.settled', ...run.at('b'), callId: 'other', name: 'x', outcome: 'ok' }),
    ).toBeNull();
    run.take({ type: 'plan.task.retried', ...run.at('a'), attempt: 2, reason: 'crashed', delayMs: 0 });
    expect(run.take(settled)).toBeNull();
    expect(run.state.openTools.map((tool) => tool.callId)).toEqual(['mail']);
  });
});
