import { describe, expect, it } from 'vitest';
import { ACCEPT, planned, planOf, REJECT, TestRun, timeless } from './run';

const gate = (maxRework = 2) =>
  planOf(
    [planned('write'), planned('check', ['write'], { reviewOf: 'write' }), planned('publish', ['write'])],
    {
      protocol: 'review_gate',
      maxRework,
    },
  );

describe('a review', () => {
  it('holds back what depends on the work until it accepts: reject, rework, accept (T-40, T-56)', () => {
    const run = new TestRun().start(gate());
    expect(run.pass('write')).toEqual(['plan.task.completed write', 'plan.task.ready check']);
    expect(run.step('publish').status).toBe('blocked');
    expect(run.pass('check', REJECT)).toEqual([
      'plan.task.completed check',
      'plan.task.rejected write',
      'plan.task.reopened write',
      'plan.task.invalidated check',
      'plan.task.ready write',
    ]);
    expect(run.step('write')).toMatchObject({ status: 'ready', round: 2, attempt: 1, issues: REJECT.issues });
    expect(run.step('check')).toMatchObject({ status: 'blocked', round: 2 });
    run.pass('write');
    expect(run.pass('check', ACCEPT)).toEqual(['plan.task.completed check', 'plan.task.ready publish']);
    expect(run.pass('publish')).toEqual([
      'plan.task.completed publish',
      'team.completed',
      'run.completed',
      'run.closed',
    ]);
    expect(run.state).toMatchObject({ status: 'completed', reworkRounds: 1, closed: true });
    expect(timeless(run.replayed())).toEqual(timeless(run.state));
  });

  it('fails the run with rework_exhausted once the rework rounds are used up (T-40)', () => {
    const run = new TestRun().start(gate(1));
    run.pass('write');
    run.pass('check', REJECT);
    run.pass('write');
    expect(run.pass('check', REJECT)).toEqual([
      'plan.task.completed check',
      'plan.task.rejected write',
      'plan.task.cancelled publish',
      'team.failed write',
      'run.failed write',
      'run.closed',
    ]);
    expect(run.state).toMatchObject({ status: 'failed', reason: 'rework_exhausted', failedStepId: 'write' });
  });
});
