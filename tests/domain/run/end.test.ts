import { stoppedFact } from '@domain/run/claim-facts';
import { closeFact } from '@domain/run/end';
import { describe, expect, it } from 'vitest';
import { ACCEPT, planned, planOf, TestRun, timeless } from './run';

const CANCEL = { type: 'run.cancelled', by: 'person', reason: 'not needed' } as const;
const branches = () => new TestRun().start(planOf([planned('a'), planned('b'), planned('c', ['a', 'b'])]));

describe('a completed run', () => {
  it('ends with the team first, the totals honest, and closes at once (T-50, T-47)', () => {
    const run = branches();
    run.claim('a');
    run.take(run.settlement(run.call('a', 500)!, 250));
    run.take(run.completion('a'));
    run.pass('b');
    run.claim('c');
    const last = run.take(run.completion('c'));
    expect(last?.append.map((fact) => fact.type)).toEqual([
      'plan.task.completed',
      'team.completed',
      'run.completed',
      'run.closed',
    ]);
    expect(last?.facts[0]).toEqual({
      type: 'team.completed',
      status: 'completed',
      totalTokens: 15,
      costUsd: 0.00025,
      reworkRounds: 0,
    });
    expect(last?.facts[1]).toMatchObject({ type: 'run.completed', totals: { costMicros: 250 } });
    expect(run.state).toMatchObject({ status: 'completed', closed: true, receipt: [] });
    expect(last?.effects).toEqual([{ kind: 'run.end' }]);
  });

  it('by a verdict counts what the review cost as well (T-50)', () => {
    const run = new TestRun().start(planOf([planned('a'), planned('check', ['a'], { reviewOf: 'a' })]));
    for (const id of ['a', 'check']) {
      run.claim(id);
      run.take(run.settlement(run.call(id, 300)!, 200));
      run.take(run.completion(id, id === 'check' ? ACCEPT : undefined));
    }
    const team = run.journal.find((fact) => fact.type === 'team.completed');
    expect(team).toMatchObject({ totalTokens: 30, costUsd: 0.0004, reworkRounds: 0 });
    expect(run.journal.at(-1)).toMatchObject({ type: 'run.closed', totals: { costMicros: 400 } });
  });

  it('has no end of a team when no team runs', () => {
    const run = new TestRun().start(planOf([planned('a')]), { teamId: undefined });
    expect(run.pass('a')).toEqual(['plan.task.completed a', 'run.completed', 'run.closed']);
  });
});

describe('a failed run', () => {
  it('tells the team where, and cancels siblings that do not run (T-57, T-48)', () => {
    const run = branches();
    run.claim('a');
    run.claim('b');
    const next = run.take(run.failure('a', 'refused'));
    expect(next?.append).toMatchObject([
      { type: 'plan.task.failed', stepId: 'a' },
      { type: 'plan.task.cancelled', stepId: 'c', reason: 'sibling_failed' },
      { type: 'team.failed', status: 'failed', reason: 'refused', stepId: 'a' },
      { type: 'run.failed', status: 'failed', reason: 'refused', stepId: 'a' },
    ]);
    expect(next?.effects).toEqual([{ kind: 'step.abort', stepId: 'b', epoch: 1 }, { kind: 'run.end' }]);
    expect(run.step('b').status).toBe('running');
  });

  it('is timed out by the sweep, and never completed or cancelled by that way', () => {
    const run = branches();
    const failed = { type: 'run.failed', reason: 'run_clock' } as const;
    for (const status of ['completed', 'cancelled', 'running', 'paused'] as const) {
      expect(run.take({ ...failed, status })).toBeNull();
    }
    expect(run.types({ ...failed, status: 'timed_out' })?.at(-1)).toBe('run.closed');
    expect(run.state.status).toBe('timed_out');
    expect(run.step('a')).toMatchObject({ status: 'cancelled', reason: 'timed_out' });
  });
});

describe('a cancel', () => {
  it('is one append: every step that does not run, the team, the run (T-51, T-48)', () => {
    const run = branches();
    run.claim('a');
    const next = run.take(CANCEL);
    expect(next?.append.map((fact) => [fact.type, 'stepId' in fact ? fact.stepId : ''])).toEqual([
      ['plan.task.cancelled', 'b'],
      ['plan.task.cancelled', 'c'],
      ['team.failed', ''],
      ['run.cancelled', ''],
    ]);
    expect(next?.facts).toEqual([]);
    expect(next?.append[2]).toEqual({ type: 'team.failed', status: 'cancelled', reason: 'not needed' });
    expect(next?.effects).toEqual([{ kind: 'step.abort', stepId: 'a', epoch: 1 }, { kind: 'run.end' }]);
    expect(run.take(CANCEL)).toBeNull();
    expect(run.claim('b')).toBeNull();
    expect(run.take(run.completion('a'))).toBeNull();
  });

  it('is closed when the last running step answered; the receipt says what came after', () => {
    const run = branches();
    run.claim('a');
    run.claim('b');
    const call = run.call('a', 400)!;
    run.take(CANCEL);
    expect(run.types(stoppedFact(run.state, 'b', 12)!)).toEqual(['step.stopped b']);
    expect(run.types(run.settlement(call, 100, { outcome: 'aborted' }))).toEqual(['model.settled a']);
    const stopped = stoppedFact(run.state, 'a', 40)!;
    expect(run.types(stopped)).toEqual(['step.stopped a', 'run.closed']);
    expect(run.take(stopped)).toBeNull();
    expect(stoppedFact(run.state, 'a', 40)).toBeNull();
    const none = { tokensAfter: 0, costMicrosAfter: 0 };
    expect(run.state.receipt).toEqual([
      { stepId: 'a', was: 'running', stoppedAfterMs: 40, tokensAfter: 15, costMicrosAfter: 100 },
      { stepId: 'b', was: 'running', stoppedAfterMs: 12, ...none },
    ]);
    expect(timeless(run.replayed())).toEqual(timeless(run.state));
  });

  it('is closed without those that never answer: their open calls become unknown', () => {
    const run = branches();
    run.claim('a');
    const call = run.call('a', 400)!;
    run.take(CANCEL);
    const closing = run.take(closeFact(run.state));
    expect(closing?.append).toMatchObject([
      { type: 'model.settled', callId: call, outcome: 'unknown', unknownMicros: 400 },
      { type: 'run.closed', totals: { reservedMicros: 0, unknownMicros: 400, costMicros: 0 } },
    ]);
    expect(run.state.receipt).toEqual([
      { stepId: 'b', was: 'ready', stoppedAfterMs: 0, tokensAfter: 0, costMicrosAfter: 0 },
      { stepId: 'a', was: 'running', stoppedAfterMs: null, tokensAfter: 0, costMicrosAfter: 0 },
    ]);
    expect(run.step('a').status).toBe('cancelled');
    expect(run.take(closeFact(run.state))).toBeNull();
    expect(run.take(run.settlement(call, 1))).toBeNull();
  });

  it('waits with closing for a call that an aborted step still has open', () => {
    const run = new TestRun().start(
      planOf([
        planned('a'),
        planned('b', ['a'], { eager: true }),
        planned('check', ['a'], { reviewOf: 'a' }),
      ]),
    );
    run.pass('a');
    run.claim('b');
    const call = run.call('b', 100)!;
    run.pass('check', { accept: false, issues: [] });
    expect(run.step('b')).toMatchObject({ status: 'blocked', round: 2 });
    expect(run.types(CANCEL)?.at(-1)).toBe('run.cancelled');
    expect(run.types(run.settlement(call, 10, { outcome: 'aborted' }))).toEqual([
      'model.settled b',
      'run.closed',
    ]);
  });

  it('of a run that waits in the queue closes it at once', () => {
    const run = new TestRun();
    run.take({ type: 'run.started', goal: '', projectId: '', startedBy: '', capMicros: 1 });
    expect(run.types(CANCEL)).toEqual(['run.cancelled', 'run.closed']);
  });
});

describe('a pause', () => {
  it('stops claims and nothing else; what is ready stays ready and is rung for on resume', () => {
    const run = branches();
    run.claim('a');
    expect(run.take({ type: 'run.paused', reason: 'rights_lost' })).not.toBeNull();
    expect(run.take({ type: 'run.paused', reason: 'again' })).toBeNull();
    expect(run.claim('b')).toBeNull();
    expect(run.call('a', 1)).not.toBeNull();
    expect(run.take(run.completion('a'))?.effects).toEqual([]);
    expect(run.state).toMatchObject({ status: 'paused', reason: 'rights_lost' });
    const resumed = run.take({ type: 'run.resumed' });
    expect(resumed?.effects).toEqual([{ kind: 'step.ring', stepId: 'b', delayMs: 0 }]);
    expect(run.state.status).toBe('running');
    expect(run.state).not.toHaveProperty('reason');
    expect(run.take({ type: 'run.resumed' })).toBeNull();
  });

  it('wins over waiting, and gives way to it', () => {
    const run = branches();
    run.claim('a');
    run.take({ type: 'run.paused', reason: 'by hand' });
    run.take({ type: 'plan.task.waiting', ...run.at('a'), on: { kind: 'person' } });
    expect(run.state.status).toBe('paused');
    run.take({ type: 'run.resumed' });
    expect(run.state.status).toBe('running');
    run.pass('b');
    expect(run.state.status).toBe('waiting');
  });

  it('before the first claim goes back to the queue', () => {
    const run = branches();
    run.take({ type: 'run.paused', reason: 'by hand' });
    run.take({ type: 'run.resumed' });
    expect(run.state.status).toBe('queued');
  });
});
