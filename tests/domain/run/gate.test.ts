import type { FactInput, InputOf } from '@domain/run/fact';
import { gateIn, openGates } from '@domain/run/gate';
import { describe, expect, it } from 'vitest';
import { ACCEPT, planned, planOf, REJECT, TestRun } from './run';

const decide = (
  gateId: string,
  decision: InputOf<'approval.resolved'>['decision'],
  text?: string,
): InputOf<'approval.resolved'> => ({
  type: 'approval.resolved',
  gateId,
  decision,
  ...(decision !== 'timed_out' && { by: 'ada' }),
  ...(text !== undefined && { text }),
});
const started = (...steps: Parameters<typeof planOf>[0]) => new TestRun().start(planOf(steps));

/** The running claim asks a person and waits, as its tool does. */
function ask(run: TestRun, id: string, question = 'Which?'): string {
  const at = { ...run.at(id), epoch: run.step(id).epoch };
  const gateId = `g${(run.state.gates?.length ?? 0) + 1}`;
  const call = { ...at, callId: `t-${gateId}`, ordinal: 1_000 * run.step(id).epoch, name: 'ask_user' };
  run.take({ type: 'tool.called', ...call, kind: 'idempotent' });
  const asked = { gateId, kind: 'question' as const, question, callId: `t-${gateId}`, waitMs: 1 };
  expect(run.take({ type: 'approval.requested', ...at, ...asked })).not.toBeNull();
  const on = { kind: 'question', ref: gateId };
  expect(run.take({ type: 'plan.task.waiting', ...at, on })).not.toBeNull();
  return gateId;
}

describe('a gate', () => {
  it('is the only way on: no fact from outside starts, readies or completes what waits at it', () => {
    const run = started(planned('a', [], { gate: { before: true, after: true } }));
    expect(run.step('a').status).toBe('waiting');
    expect(run.take(run.claimOf('a'))).toBeNull();
    expect(run.take({ type: 'plan.task.ready', ...run.at('a') })).toBeNull();
    run.take(decide('g1', 'approved'));
    run.claim('a');
    expect(run.take(run.completion('a'))).toBeNull();
    const { type: _, ...delivered } = run.completion('a');
    const waits = (ref: string): FactInput => ({
      ...{ type: 'plan.task.waiting', ...delivered },
      on: { kind: 'approval_after', ref },
    });
    expect(run.take(waits('g1'))).toBeNull();
    expect(run.types(waits('g2'))).toEqual(['plan.task.waiting a', 'approval.requested a']);
    expect(run.take({ type: 'plan.task.ready', ...run.at('a') })).toBeNull();
    expect(run.types(decide('g2', 'approved'))).toEqual([
      'approval.resolved',
      'plan.task.completed a',
      'team.completed',
      'run.completed',
      'run.closed',
    ]);
    expect(run.step('a')).toMatchObject({ artifactId: 'a.1', preview: 'a done' });
  });

  it('is decided once, by what fits its kind, and never under another name', () => {
    const run = started(planned('a', [], { gate: { before: true } }), planned('b'));
    expect(run.take(decide('g1', 'answered', 'yes'))).toBeNull();
    expect(run.take(decide('g2', 'approved'))).toBeNull();
    expect(run.take(decide('__proto__', 'approved'))).toBeNull();
    expect(run.take(decide('g1', 'approved'))).not.toBeNull();
    for (const again of ['approved', 'denied', 'timed_out'] as const)
      expect(run.take(decide('g1', again, 'no'))).toBeNull();
    run.claim('b');
    const gateId = ask(run, 'b');
    expect(run.take(decide(gateId, 'approved'))).toBeNull();
    expect(run.take(decide(gateId, 'denied', 'no'))).toBeNull();
    expect(run.types(decide(gateId, 'answered', 'Blue'))).toEqual([
      'approval.resolved',
      'tool.settled b',
      'plan.task.ready b',
    ]);
  });

  it('of an optional step that is denied or outlived skips what depends on it, and the run goes on', () => {
    for (const [decision, reason] of [
      ['denied', 'approval_denied'],
      ['timed_out', 'approval_timed_out'],
    ] as const) {
      const run = started(
        planned('a', [], { optional: true, gate: { before: true } }),
        planned('b', ['a']),
        planned('c'),
      );
      run.take(decide('g1', decision, decision === 'denied' ? 'Not now' : undefined));
      expect(run.statuses()).toEqual({ a: 'failed', b: 'skipped', c: 'ready' });
      expect(run.step('a').reason).toBe(reason);
      expect(run.pass('c')).toContain('run.completed');
    }
  });

  it('that nobody decides in time ends the run as timed out, a question with a reason of its own', () => {
    const gated = started(planned('a', [], { gate: { before: true } }));
    gated.take(decide('g1', 'timed_out'));
    expect(gated.state).toMatchObject({ status: 'timed_out', reason: 'approval_timed_out' });
    const asking = started(planned('a'));
    asking.claim('a');
    asking.take(decide(ask(asking, 'a'), 'timed_out'));
    expect(asking.state).toMatchObject({ status: 'timed_out', reason: 'question_timed_out', closed: true });
  });

  it('is withdrawn when its step is taken away by rework, and asked again in the next round', () => {
    const run = started(
      planned('work'),
      planned('early', ['work'], { eager: true, gate: { after: true } }),
      planned('check', ['work'], { reviewOf: 'work' }),
    );
    run.pass('work');
    run.claim('early');
    const { type: _, ...delivered } = run.completion('early');
    const on = { kind: 'approval_after', ref: 'g1' };
    run.take({ type: 'plan.task.waiting', ...delivered, on });
    run.pass('check', REJECT);
    expect(gateIn(run.state, 'g1')?.outcome).toBe('withdrawn');
    expect(run.take(decide('g1', 'approved'))).toBeNull();
    run.pass('work');
    run.pass('check', ACCEPT);
    run.claim('early');
    const { type: __, ...again } = run.completion('early');
    run.take({ type: 'plan.task.waiting', ...again, on: { kind: 'approval_after', ref: 'g2' } });
    expect(openGates(run.state)).toMatchObject([{ id: 'g2', round: 2, kind: 'after' }]);
    expect(run.types(decide('g2', 'approved'))).toContain('run.completed');
  });

  it('of a verdict, denied, asks the reviewer again and leaves the work as it is', () => {
    const run = started(
      planned('work'),
      planned('check', ['work'], { reviewOf: 'work', gate: { after: true } }),
    );
    run.pass('work');
    const judge = (ref: string) => {
      run.claim('check');
      const { type: _, ...delivered } = run.completion('check', REJECT);
      run.take({ type: 'plan.task.waiting', ...delivered, on: { kind: 'approval_after', ref } });
    };
    judge('g1');
    run.take(decide('g1', 'denied', 'Too strict'));
    expect(run.statuses()).toEqual({ work: 'completed', check: 'ready' });
    expect(run.step('check')).toMatchObject({ round: 2, issues: [{ text: 'Too strict' }] });
    judge('g2');
    run.take(decide('g2', 'approved'));
    expect(run.step('work')).toMatchObject({ status: 'ready', round: 2 });
  });

  it('is withdrawn by the end of the run: nobody can decide what is over', () => {
    const run = started(planned('a', [], { gate: { before: true } }), planned('b'));
    run.take({ type: 'run.cancelled', reason: 'enough' });
    expect(openGates(run.state)).toEqual([]);
    expect(run.take(decide('g1', 'approved'))).toBeNull();
    expect(run.statuses()).toEqual({ a: 'cancelled', b: 'cancelled' });
  });

  it('decided during a pause keeps the run paused; what it freed starts after the resume', () => {
    const run = started(planned('a', [], { gate: { before: true } }));
    run.take({ type: 'run.paused', reason: 'by_person', by: 'ada' });
    expect(run.state.pausedBy).toBe('ada');
    run.take(decide('g1', 'approved'));
    expect(run.state.status).toBe('paused');
    expect(run.claim('a')).toBeNull();
    run.take({ type: 'run.resumed', by: 'ada' });
    expect(run.take({ type: 'run.resumed', by: 'ada' })).toBeNull();
    expect(run.state.pausedBy).toBeUndefined();
    expect(run.claim('a')).not.toBeNull();
  });
});

describe('an effect of which nobody knows what became', () => {
  it.each([
    ['approved', 'ok'],
    ['denied', 'failed'],
  ] as const)('is settled by a person’s word: %s', (decision, outcome) => {
    const run = started(planned('a'));
    run.claim('a');
    const at = { ...run.at('a'), epoch: 1 };
    run.take({ type: 'tool.called', ...at, callId: 'mail', ordinal: 1, name: 'send_mail', kind: 'effect' });
    const asked = { gateId: 'g1', kind: 'effect' as const, question: 'send_mail', callId: 'mail', waitMs: 1 };
    run.take({ type: 'approval.requested', ...at, ...asked });
    run.take({ type: 'plan.task.waiting', ...at, on: { kind: 'effect_uncertain', ref: 'g1' } });
    expect(run.state.openTools).toMatchObject([{ callId: 'mail' }]);
    run.take(decide('g1', decision, 'looked'));
    expect(run.journal.find((fact) => fact.type === 'tool.settled')).toMatchObject({
      callId: 'mail',
      outcome,
    });
    expect(run.state.openTools).toEqual([]);
    expect(run.step('a')).toMatchObject({ status: 'ready', attempt: 1 });
  });
});

describe('an output of a handoff that waits for four eyes', () => {
  const plan = planOf([planned('a', [], { gate: { after: true, fourEyes: true } }), planned('b')], {
    handoff: {
      ...{ entry: 'a', edges: [{ from: 'a', to: 'b' }], closed: [], maxRounds: 3, maxPingPongPerPair: 2 },
      ...{ intentTimeoutMs: 1_000, actorMayCancel: false },
    },
  });
  const waiting = (on: { kind: string; ref?: string }) => {
    const run = new TestRun().start(plan, { startedBy: 'starter' });
    run.claim('a');
    const { type: _, ...delivered } = run.completion('a');
    const intent = { intent: { kind: 'complete' as const } };
    run.take({ type: 'plan.task.waiting', ...delivered, ...(on.ref && intent), on });
    expect(run.step('a').status).toBe('waiting');
    return run;
  };

  it('is not counted as done by its starter moving the turn on, only by somebody else', () => {
    const held = () => waiting({ kind: 'approval_after', ref: 'g1' });
    const forced = (by: string) => ({ type: 'handoff.started', ...held().at('a'), to: 'b', by }) as const;
    expect(held().take(forced('starter'))).toBeNull();
    const run = held();
    expect(run.take(forced('other'))).not.toBeNull();
    expect(run.statuses()).toEqual({ a: 'completed', b: 'ready' });
    expect(openGates(run.state)).toEqual([]);
    const silent = () => waiting({ kind: 'intent' });
    const enough = (by: string) =>
      ({ type: 'handoff.completed', ...silent().at('a'), summary: 'enough', by }) as const;
    expect(silent().take(enough('starter'))).toBeNull();
    expect(silent().take(enough('other'))).not.toBeNull();
  });
});
