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

describe('a review in the middle of a graph', () => {
  const graph = () =>
    planOf([
      planned('find'),
      planned('facts', ['find'], { reviewOf: 'find' }),
      planned('style', ['find'], { reviewOf: 'find' }),
      planned('early', ['find'], { eager: true }),
      planned('after-early', ['early']),
      planned('use', ['find']),
      planned('beside'),
    ]);

  it('rejects whatever work it names: what stands behind it loses its result, what runs is stopped, the rest stays', () => {
    const run = new TestRun().start(graph());
    for (const id of ['beside', 'find', 'early']) run.pass(id);
    run.claim('after-early');
    run.claim('style');
    expect(run.pass('facts', REJECT)).toEqual([
      'plan.task.completed facts',
      'plan.task.rejected find',
      'plan.task.reopened find',
      'plan.task.invalidated facts',
      'plan.task.invalidated style',
      'plan.task.invalidated early',
      'plan.task.invalidated after-early',
      'plan.task.ready find',
    ]);
    const stopped = run.effects.filter(({ kind }) => kind === 'step.abort');
    expect(stopped).toEqual([
      { kind: 'step.abort', stepId: 'style', epoch: 1 },
      { kind: 'step.abort', stepId: 'after-early', epoch: 1 },
    ]);
    expect(run.step('beside')).toMatchObject({ status: 'completed', round: 1 });
    expect(run.take({ ...run.completion('style', ACCEPT), round: 1, epoch: 1 })).toBeNull();
  });

  it('lets what depends on the work go on only when each of its reviewers accepts the same round', () => {
    const run = new TestRun().start(graph());
    run.pass('find');
    run.pass('facts', ACCEPT);
    run.pass('style', REJECT);
    expect(run.step('facts')).toMatchObject({ status: 'blocked', round: 2 });
    run.pass('find');
    run.pass('style', ACCEPT);
    expect(run.step('use').status).toBe('blocked');
    run.pass('facts', ACCEPT);
    expect(run.step('use').status).toBe('ready');
    expect(timeless(run.replayed())).toEqual(timeless(run.state));
  });
});
