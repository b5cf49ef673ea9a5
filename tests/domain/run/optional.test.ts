import { describe, expect, it } from 'vitest';
import { ACCEPT, planned, planOf, REJECT, TestRun } from './run';

describe('an optional step that fails', () => {
  it('skips all that depends on it and lets the run go on (T-3)', () => {
    const run = new TestRun().start(
      planOf([planned('a', [], { optional: true }), planned('b', ['a']), planned('c', ['b']), planned('d')]),
    );
    run.claim('a');
    expect(run.types(run.failure('a'))).toEqual([
      'plan.task.failed a',
      'plan.task.skipped b',
      'plan.task.skipped c',
    ]);
    expect(run.pass('d').slice(-2)).toEqual(['run.completed', 'run.closed']);
    expect(run.statuses()).toEqual({ a: 'failed', b: 'skipped', c: 'skipped', d: 'completed' });
  });

  it('skips once what depends on it in two ways', () => {
    const run = new TestRun().start(
      planOf([
        planned('a', [], { optional: true }),
        planned('b', ['a']),
        planned('c', ['a']),
        planned('d', ['b', 'c']),
      ]),
    );
    run.claim('a');
    expect(run.types(run.failure('a'))).toEqual([
      'plan.task.failed a',
      'plan.task.skipped b',
      'plan.task.skipped c',
      'plan.task.skipped d',
      'team.completed',
      'run.completed',
      'run.closed',
    ]);
  });

  it('behind a rejected step runs again, and what it had skipped is open again', () => {
    const run = new TestRun().start(
      planOf([
        planned('work'),
        planned('extra', ['work'], { eager: true, optional: true }),
        planned('after', ['extra']),
        planned('check', ['work'], { reviewOf: 'work' }),
      ]),
    );
    run.pass('work');
    run.claim('extra');
    run.take(run.failure('extra'));
    expect(run.step('after').status).toBe('skipped');
    run.pass('check', REJECT);
    expect(run.statuses()).toEqual({ work: 'ready', extra: 'blocked', after: 'blocked', check: 'blocked' });
    for (const id of ['work', 'extra', 'after']) run.pass(id);
    expect(run.pass('check', ACCEPT)).toContain('run.completed');
  });

  it('outside of what is reworked keeps its dependents skipped', () => {
    const run = new TestRun().start(
      planOf([
        planned('work'),
        planned('other', [], { optional: true }),
        planned('both', ['work', 'other'], { eager: true }),
        planned('behind', ['both'], {}),
        planned('check', ['work'], { reviewOf: 'work' }),
      ]),
    );
    run.claim('other');
    run.take(run.failure('other'));
    run.pass('work');
    run.pass('check', REJECT);
    expect(run.statuses()).toMatchObject({
      both: 'skipped',
      behind: 'skipped',
      work: 'ready',
      check: 'blocked',
    });
    run.pass('work');
    expect(run.pass('check', ACCEPT)).toContain('run.completed');
  });

  it('before it was claimed, for want of its agent, fails as well', () => {
    const run = new TestRun().start(planOf([planned('a', [], { optional: true }), planned('b')]));
    const failed = { type: 'plan.task.failed', ...run.at('a'), reason: 'agent_unavailable' } as const;
    expect(run.take({ ...failed, stepId: 'nobody' })).toBeNull();
    expect(run.take(failed)).not.toBeNull();
    expect(run.take(failed)).toBeNull();
  });
});

describe('a rejection', () => {
  const plan = () =>
    planOf([
      planned('work'),
      planned('early', ['work'], { eager: true }),
      planned('later', ['early']),
      planned('check', ['work'], { reviewOf: 'work' }),
      planned('second', ['work'], { reviewOf: 'work' }),
      planned('publish', ['work']),
    ]);

  it('aborts first what runs downstream, then invalidates what ran there (T-3)', () => {
    const run = new TestRun().start(plan());
    run.pass('work');
    run.pass('early');
    run.claim('later');
    run.claim('second');
    const late = run.completion('later');
    run.claim('check');
    const next = run.take(run.completion('check', REJECT));
    expect(next?.effects).toEqual([
      { kind: 'step.abort', stepId: 'second', epoch: 1 },
      { kind: 'step.abort', stepId: 'later', epoch: 1 },
      { kind: 'step.ring', stepId: 'work', delayMs: 0 },
    ]);
    expect(next?.append[1]).toEqual({
      type: 'plan.task.rejected',
      stepId: 'work',
      round: 1,
      attempt: 1,
      reviewStepId: 'check',
      executorSlot: 'work',
      reviewerSlot: 'check',
      issues: REJECT.issues,
    });
    expect(run.statuses()).toEqual({
      work: 'ready',
      early: 'blocked',
      later: 'blocked',
      check: 'blocked',
      second: 'blocked',
      publish: 'blocked',
    });
    expect(run.step('later').round).toBe(2);
    expect(run.take(late)).toBeNull();
  });

  it('invalidates what is nearer first, however the plan lists its steps', () => {
    const run = new TestRun().start(
      planOf([
        planned('third', ['first', 'second']),
        planned('second', ['first']),
        planned('first', ['work'], { eager: true }),
        planned('check', ['work'], { reviewOf: 'work' }),
        planned('work'),
      ]),
    );
    for (const id of ['work', 'first', 'second', 'third']) run.pass(id);
    const facts = run.pass('check', REJECT).filter((name) => name.startsWith('plan.task.invalidated'));
    const chain = facts.map((name) => name.split(' ')[1]).filter((id) => id !== 'check');
    expect(chain).toEqual(['first', 'second', 'third']);
  });

  it('by one of two reviewers asks both again; only both accepting lets others go on', () => {
    const run = new TestRun().start(plan());
    run.pass('work');
    run.pass('check', ACCEPT);
    expect(run.step('publish').status).toBe('blocked');
    run.pass('second', REJECT);
    expect(run.step('check')).toMatchObject({ status: 'blocked', round: 2 });
    run.pass('work');
    run.pass('second', ACCEPT);
    expect(run.step('publish').status).toBe('blocked');
    expect(run.pass('check', ACCEPT)).toContain('plan.task.ready publish');
  });

  it('is never read out of a review without a verdict: that is no acceptance either', () => {
    const run = new TestRun().start(plan());
    run.pass('work');
    run.claim('check');
    expect(run.take(run.completion('check'))).toBeNull();
    run.take(run.failure('check', 'verdict_invalid'));
    expect(run.state).toMatchObject({ status: 'failed', reason: 'verdict_invalid' });
  });
});
