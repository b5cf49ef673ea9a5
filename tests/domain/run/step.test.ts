import { retryOrFail } from '@domain/run/claim-facts';
import { inputsOf } from '@domain/run/inputs';
import { reduce } from '@domain/run/reduce';
import { describe, expect, it } from 'vitest';
import { planned, planOf, STARTED, TestRun, timeless } from './run';

const chain = () => planOf([planned('a'), planned('b', ['a'])]);

describe('a step', () => {
  it('is ready when all that it needs is done, and never before', () => {
    const run = new TestRun().start(planOf([planned('a'), planned('b'), planned('c', ['a', 'b'])]));
    expect(run.statuses()).toEqual({ a: 'ready', b: 'ready', c: 'blocked' });
    expect(run.pass('b')).toEqual(['plan.task.completed b']);
    expect(run.pass('a')).toEqual(['plan.task.completed a', 'plan.task.ready c']);
  });

  it('is claimed once, under the next epoch, while its run goes on', () => {
    const run = new TestRun().start(chain());
    expect(run.state.status).toBe('queued');
    expect(run.take({ ...run.claimOf('a'), epoch: 2 })).toBeNull();
    expect(run.take({ ...run.claimOf('a'), round: 2 })).toBeNull();
    expect(run.take(run.claimOf('b'))).toBeNull();
    const claim = run.claimOf('a');
    expect(run.take(claim)?.state.status).toBe('running');
    expect(run.take(claim)).toBeNull();
    expect(run.take({ ...claim, epoch: 2 })).toBeNull();
  });

  it('waits for room when its plan runs as many as it may', () => {
    const run = new TestRun().start(planOf([planned('a'), planned('b'), planned('c')], { parallelLimit: 2 }));
    run.claim('a');
    run.claim('b');
    expect(run.claim('c')).toBeNull();
    const made = run.take(run.completion('a'));
    expect(made?.effects).toEqual([{ kind: 'step.ring', stepId: 'c', delayMs: 0 }]);
    expect(run.claim('c')).not.toBeNull();
  });

  it('is rung for only while there is room, and not while its run is paused', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const run = new TestRun();
    run.take(STARTED);
    const plan = planOf([...ids.map((id) => planned(id)), planned('e', ['a'])], { parallelLimit: 2 });
    const rung = run.take({ type: 'plan.created', plan })?.effects;
    expect(rung?.map((effect) => effect.kind === 'step.ring' && effect.stepId)).toEqual(['a', 'b']);
    run.claim('a');
    run.take({ type: 'run.paused', reason: 'by hand' });
    const done = run.take(run.completion('a'));
    expect(done?.append.at(-1)).toMatchObject({ type: 'plan.task.ready', stepId: 'e' });
    expect(done?.effects).toEqual([]);
  });

  it('is fenced: another epoch, round or attempt writes nothing', () => {
    const run = new TestRun().start(chain());
    run.claim('a');
    const late = [run.completion('a'), run.failure('a'), run.callOf('a', 1)];
    run.take(retryOrFail(run.state, 'a', 'crashed', undefined, 0));
    run.claim('a');
    expect(run.step('a')).toMatchObject({ epoch: 2, attempt: 2 });
    for (const body of late) expect(run.take(body)).toBeNull();
    expect(run.take({ ...run.completion('a'), round: 2 })).toBeNull();
    expect(run.take(run.completion('a'))).not.toBeNull();
  });

  it('is fenced by its epoch alone when it went on after a wait in the same attempt', () => {
    const run = new TestRun().start(chain());
    run.claim('a');
    const { epoch } = run.step('a');
    const wait = { type: 'plan.task.waiting', ...run.at('a'), epoch, on: { kind: 'person' } } as const;
    const late = [
      wait,
      run.completion('a'),
      run.failure('a'),
      run.callOf('a', 1),
      retryOrFail(run.state, 'a', 'crashed', undefined, 0),
    ];
    run.take(wait);
    run.take({ type: 'plan.task.ready', ...run.at('a') });
    run.claim('a');
    expect(run.step('a')).toMatchObject({ status: 'running', attempt: 1, epoch: 2 });
    for (const body of late) expect(run.take(body)).toBeNull();
    expect(run.take(run.completion('a'))).not.toBeNull();
  });

  it('is retried after its delay until its attempts are used up, then fails with the reason', () => {
    const run = new TestRun().start(chain());
    for (const attempt of [2, 3]) {
      run.claim('a');
      const next = run.take(retryOrFail(run.state, 'a', 'crashed', 'lease lapsed', 500));
      expect(next?.effects).toEqual([{ kind: 'step.ring', stepId: 'a', delayMs: 500 }]);
      expect(run.step('a')).toMatchObject({ status: 'ready', attempt, delayMs: 500, reason: 'crashed' });
    }
    run.claim('a');
    expect(run.step('a')).not.toHaveProperty('delayMs');
    const last = retryOrFail(run.state, 'a', 'crashed', undefined, 500);
    expect(last).toMatchObject({ type: 'plan.task.failed', reason: 'crashed', attempt: 3, epoch: 3 });
    expect(
      run.take({ ...run.at('a'), type: 'plan.task.retried', attempt: 4, reason: 'x', delayMs: 0 }),
    ).toBeNull();
    run.take(last);
    expect(run.state).toMatchObject({ status: 'failed', reason: 'crashed', failedStepId: 'a' });
  });

  it('gets its attempts anew in each round', () => {
    const run = new TestRun().start(planOf([planned('a'), planned('b', ['a'], { reviewOf: 'a' })]));
    run.claim('a');
    run.take(retryOrFail(run.state, 'a', 'crashed', undefined, 0));
    run.pass('a');
    run.pass('b', { accept: false, issues: [] });
    expect(run.step('a')).toMatchObject({ round: 2, attempt: 1, epoch: 2, toolRounds: 0 });
  });

  it('waits without a worker, keeps its attempt, and goes on when woken', () => {
    const run = new TestRun().start(chain());
    run.claim('a');
    const { epoch } = run.step('a');
    run.take({ type: 'plan.task.waiting', ...run.at('a'), epoch, on: { kind: 'person', ref: 'q1' } });
    expect(run.state.status).toBe('waiting');
    expect(run.step('a')).toMatchObject({ status: 'waiting', waitingOn: { kind: 'person', ref: 'q1' } });
    expect(run.take(run.completion('a'))).toBeNull();
    expect(run.take({ type: 'plan.task.ready', ...run.at('b') })).toBeNull();
    const woken = run.take({ type: 'plan.task.ready', ...run.at('a') });
    expect(woken?.effects).toEqual([{ kind: 'step.ring', stepId: 'a', delayMs: 0 }]);
    expect(run.state.status).toBe('running');
    expect(run.step('a')).not.toHaveProperty('waitingOn');
    run.claim('a');
    expect(run.step('a')).toMatchObject({ attempt: 1, epoch: 2 });
  });

  it('works on what it depends on, in plan order whatever came first; a review stands for the work', () => {
    const steps = [
      planned('a'),
      planned('b'),
      planned('check', ['b'], { reviewOf: 'b' }),
      planned('join', ['check', 'b', 'a']),
    ];
    const run = new TestRun().start(planOf(steps));
    run.pass('b');
    run.pass('check', { accept: true, issues: [] });
    run.pass('a');
    expect(inputsOf(run.state, 'join').map((input) => [input.stepId, input.artifactId])).toEqual([
      ['a', 'a.1'],
      ['b', 'b.1'],
    ]);
    expect(inputsOf(run.state, 'a')).toEqual([]);
    expect(inputsOf(run.state, 'nobody')).toEqual([]);
  });

  it('says nothing to a plan that is not there', () => {
    const run = new TestRun();
    expect(run.take({ type: 'plan.created', plan: chain() })).toBeNull();
    run.take({ type: 'run.started', goal: '', projectId: '', startedBy: '', capMicros: 1 });
    expect(
      reduce(run.state, {
        type: 'plan.task.started',
        stepId: 'a',
        round: 1,
        attempt: 1,
        epoch: 1,
        worker: '',
      }),
    ).toBeNull();
    expect(retryOrFail(run.state, 'a', 'crashed', undefined, 0)).toMatchObject({ type: 'plan.task.failed' });
    expect(run.take(retryOrFail(run.state, 'a', 'crashed', undefined, 0))).toBeNull();
  });
});

describe('a start', () => {
  it('is written once: team, bindings, plan, and what is ready (T-45, T-46)', () => {
    const run = new TestRun();
    const started = {
      type: 'run.started',
      goal: 'g',
      projectId: 'p',
      startedBy: 'u',
      capMicros: 9,
      teamId: 't',
    } as const;
    const team = {
      type: 'team.started',
      teamId: 't',
      version: 3,
      goal: 'g',
      bindings: { constructor: 'x' },
    } as const;
    const bound = { type: 'slot.bound', slotId: 'constructor', agentId: 'x', mode: 'fixed' } as const;
    for (const body of [started, team, bound]) {
      expect(run.take(body)).not.toBeNull();
      expect(run.take(body)).toBeNull();
    }
    expect(run.types({ type: 'plan.created', plan: chain() })).toEqual(['plan.created', 'plan.task.ready a']);
    expect(run.take({ type: 'plan.created', plan: chain() })).toBeNull();
    expect(run.take({ ...bound, slotId: 'late' })).toBeNull();
    expect(run.state).toMatchObject({ teamVersion: 3, bindings: { constructor: 'x' }, status: 'queued' });
    expect(timeless(run.replayed())).toEqual(timeless(run.state));
  });

  it('of a plan that waits for itself ends instead of hanging', () => {
    const run = new TestRun().start(planOf([planned('a', ['b']), planned('b', ['a'])]));
    expect(run.state).toMatchObject({ status: 'failed', reason: 'deadlock', closed: true });
    expect(new TestRun().start(planOf([planned('a', ['nobody'])])).state.reason).toBe('deadlock');
    expect(new TestRun().start(planOf([])).state.status).toBe('completed');
  });
});
