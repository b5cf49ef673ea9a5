import type { InputOf } from '@domain/run/fact';
import { intentWaitMs } from '@domain/run/handoff';
import type { Intent } from '@domain/run/handoff-facts';
import type { PlanHandoff, PlanStep } from '@domain/run/plan';
import { describe, expect, it } from 'vitest';
import { nameOf, planned, planOf, TestRun, timeless } from './run';

const ways = (...edges: string[]) =>
  edges.map((edge) => ({ from: edge.split('>')[0] ?? '', to: edge.split('>')[1] ?? '' }));

function team(more: Partial<PlanHandoff> = {}, steps: PlanStep[] = ['a', 'b', 'c'].map((id) => planned(id))) {
  const handoff = {
    entry: 'a',
    edges: ways('a>b', 'b>a', 'b>c', 'c>a'),
    closed: [],
    maxRounds: 12,
    maxPingPongPerPair: 4,
    intentTimeoutMs: 300_000,
    actorMayCancel: false,
    ...more,
  };
  return new TestRun().start(planOf(steps, { protocol: 'handoff', handoff }));
}

const done = (run: TestRun, id: string, intent: Intent): InputOf<'plan.task.completed'> => ({
  ...run.completion(id),
  intent,
});
/** Claims, delivers and hands over; the facts, or null when the delivery is not taken. */
function act(run: TestRun, id: string, to: string): string[] | null {
  run.claim(id);
  return run.types(done(run, id, { kind: 'handoff', to }));
}
const force = (run: TestRun, to: string) => {
  const id = run.state.handoff?.active ?? '';
  return run.types({ type: 'handoff.started', ...run.at(id), to, by: 'person' });
};
const wait = (run: TestRun, id: string) =>
  run.types({
    ...{ type: 'plan.task.waiting', ...run.at(id), epoch: run.step(id).epoch, on: { kind: 'intent' } },
    ...{ artifactId: 'draft', preview: 'a draft' },
  });

describe('a handoff run', () => {
  it('starts at its entry, which alone may act (H-27) (intent)', () => {
    const run = team();
    expect(run.statuses()).toEqual({ a: 'ready', b: 'blocked', c: 'blocked' });
    expect(run.state.handoff).toEqual({ active: 'a', rounds: 0, bounces: {} });
    expect(run.claim('b')).toBeNull();
  });

  it('gives the turn to the target, counts the round and the bounce (H-32, H-33, H-34) (intent)', () => {
    const run = team();
    expect(act(run, 'a', 'b')).toEqual([
      'plan.task.completed a',
      'handoff.started a',
      'handoff.accepted a',
      'plan.task.ready b',
    ]);
    expect(run.state.handoff).toMatchObject({ active: 'b', rounds: 1, bounces: { '["a","b"]': 0 } });
    act(run, 'b', 'a');
    expect(run.state.handoff).toMatchObject({ active: 'a', rounds: 2, bounces: { '["a","b"]': 1 } });
    expect(run.step('a')).toMatchObject({ status: 'ready', round: 2, attempt: 1 });
    expect(timeless(run.replayed())).toEqual(timeless(run.state));
  });

  it('counts a bounce only where a handoff directly answers the one before (H-34) (intent)', () => {
    const run = team();
    for (const [from, to] of ['ab', 'bc', 'ca', 'ab'].map((pair) => [...pair])) act(run, from!, to!);
    expect(run.state.handoff).toMatchObject({
      rounds: 4,
      bounces: { '["a","b"]': 0, '["b","c"]': 0, '["a","c"]': 0 },
    });
  });

  it('takes deliveries and wishes of the active actor alone (H-29, H-55, H-64) (intent)', () => {
    const run = team();
    act(run, 'a', 'b');
    expect(run.take({ ...done(run, 'a', { kind: 'handoff', to: 'b' }), epoch: 1 })).toBeNull();
    expect(run.take({ type: 'handoff.started', ...run.at('a'), to: 'c', by: 'person' })).toBeNull();
    expect(run.take({ type: 'handoff.started', ...run.at('a'), to: 'c', epoch: 1, ordinal: 1 })).toBeNull();
    expect(run.state.handoff).toMatchObject({ active: 'b', rounds: 1 });
  });

  it.each([
    ['a slot to which no edge leads', 'c', 'no_edge', {}],
    ['itself', 'a', 'to_itself', {}],
    ['nobody', 'x', 'unknown_slot', {}],
    ['one whose agent takes part in no handoffs', 'b', 'agent_closed', { closed: ['b'] }],
    ['anybody while its own agent takes part in none', 'b', 'agent_closed', { closed: ['a'] }],
    ['anybody when the plan has no edges', 'b', 'no_edge', { edges: [] }],
  ])(
    'rejects a handoff to %s and leaves the turn (H-31, H-42, H-43, H-56, H-65) (intent)',
    (_, to, reason, more) => {
      const run = team(more);
      run.claim('a');
      expect(run.take(done(run, 'a', { kind: 'handoff', to }))).toBeNull();
      const told = run.take({ type: 'handoff.started', ...run.at('a'), to, epoch: 1, ordinal: 1 });
      expect(told?.append.map(nameOf)).toEqual(['handoff.started a', 'handoff.rejected a']);
      expect(told?.append[1]).toMatchObject({ to, reason });
      expect(run.state.handoff).toMatchObject({ active: 'a', rounds: 0, bounces: {} });
      expect(run.step('a').status).toBe('running');
    },
  );

  it('has twelve handoffs; the next is refused and ends it, the actor unchanged (H-38, H-50, H-53, H-85) (intent)', () => {
    const run = team();
    for (let n = 0; n < 4; n++) for (const pair of ['ab', 'bc', 'ca']) act(run, pair[0]!, pair[1]!);
    expect(run.state).toMatchObject({ status: 'running', handoff: { active: 'a', rounds: 12 } });
    expect(act(run, 'a', 'b')).toEqual([
      'plan.task.completed a',
      'handoff.started a',
      'handoff.rejected a',
      'team.failed a',
      'run.failed a',
      'run.closed',
    ]);
    expect(run.state).toMatchObject({
      status: 'max_round_exceeded',
      reason: 'max_rounds',
      handoff: { active: 'a', rounds: 12 },
    });
  });

  it('has four bounces of a pair; the next ends it (H-39, H-51, H-54, H-86) (intent)', () => {
    const run = team();
    for (let n = 0; n < 5; n++) act(run, n % 2 ? 'b' : 'a', n % 2 ? 'a' : 'b');
    expect(run.state.handoff).toMatchObject({ active: 'b', rounds: 5, bounces: { '["a","b"]': 4 } });
    act(run, 'b', 'a');
    expect(run.state).toMatchObject({ status: 'pingpong_exceeded', handoff: { active: 'b', rounds: 5 } });
  });

  it('is completed by its actor with a final summary; who never acted was not needed (H-35) (intent)', () => {
    const run = team();
    act(run, 'a', 'b');
    run.claim('b');
    const facts = run.take(done(run, 'b', { kind: 'complete', reason: 'All is said' }))?.append;
    expect(facts?.map(nameOf)).toEqual([
      'plan.task.completed b',
      'handoff.completed b',
      'plan.task.skipped c',
      'team.completed',
      'run.completed',
      'run.closed',
    ]);
    expect(facts?.[1]).toMatchObject({ summary: 'All is said', artifactId: 'b.1' });
  });

  it('is cancelled by its actor only where the plan lets it (H-36) (intent)', () => {
    const strict = team();
    strict.claim('a');
    expect(strict.take(done(strict, 'a', { kind: 'cancel' }))).toBeNull();
    const no = { epoch: 1, ordinal: 1, reason: 'may_not_cancel' } as const;
    expect(strict.types({ type: 'handoff.rejected', ...strict.at('a'), ...no })).toEqual([
      'handoff.rejected a',
    ]);
    const free = team({ actorMayCancel: true });
    free.claim('a');
    free.take(done(free, 'a', { kind: 'cancel', reason: 'No such customer' }));
    expect(free.state).toMatchObject({ status: 'cancelled', reason: 'by_actor', closed: true });
    expect(free.take({ type: 'handoff.rejected', ...free.at('a'), ...no })).toBeNull();
  });

  it('waits for an intent that nobody gave, and times out (H-41, H-61) (intent)', () => {
    const run = team();
    run.claim('a');
    expect(run.take(done(run, 'a', { kind: 'none' }))).toBeNull();
    expect(intentWaitMs(run.state)).toBeUndefined();
    expect(wait(run, 'a')).toEqual(['plan.task.waiting a']);
    expect(run.state.status).toBe('waiting');
    expect(intentWaitMs(run.state)).toBe(300_000);
    expect(run.take({ type: 'plan.task.ready', ...run.at('a') })).toBeNull();
    expect(run.types({ type: 'handoff.timeout', ...run.at('a') })).toEqual([
      'handoff.timeout a',
      'plan.task.cancelled a',
      'plan.task.cancelled b',
      'plan.task.cancelled c',
      'team.failed a',
      'run.failed a',
      'run.closed',
    ]);
    expect(run.state).toMatchObject({ status: 'timed_out', reason: 'intent_timeout' });
  });
});

describe('a person', () => {
  it('forces a handoff without an edge while the actor works, which is aborted', () => {
    const run = team({ closed: ['c'] });
    run.claim('a');
    expect(force(run, 'c')).toEqual([
      'handoff.started a',
      'plan.task.cancelled a',
      'handoff.accepted a',
      'plan.task.ready c',
    ]);
    expect(run.effects).toContainEqual({ kind: 'step.abort', stepId: 'a', epoch: 1 });
    expect(run.state.handoff).toMatchObject({ active: 'c', rounds: 1, last: { by: 'person' } });
    expect(run.state.stopping).toEqual([]);
    act(run, 'c', 'a');
    expect(run.state.handoff).toMatchObject({ active: 'c', rounds: 1 });
  });

  it('moves on an actor that said nothing, whose delivery counts', () => {
    const run = team();
    run.claim('a');
    wait(run, 'a');
    expect(force(run, 'b')).toEqual([
      'handoff.started a',
      'plan.task.completed a',
      'handoff.accepted a',
      'plan.task.ready b',
    ]);
    expect(run.step('a')).toMatchObject({ status: 'completed', artifactId: 'draft' });
  });

  it('says that the work is done, once the actor has delivered', () => {
    const run = team();
    run.claim('a');
    const enough = { type: 'handoff.completed', ...run.at('a'), summary: 'enough', by: 'person' } as const;
    expect(run.take(enough)).toBeNull();
    wait(run, 'a');
    expect(run.take(enough)).not.toBeNull();
    expect(run.state).toMatchObject({ status: 'completed', closed: true });
  });

  it('cannot pass the limits or hand over to the actor itself', () => {
    const run = team({ maxRounds: 1 });
    expect(force(run, 'a')).toBeNull();
    expect(force(run, 'c')).not.toBeNull();
    expect(force(run, 'b')).toBeNull();
    expect(run.state.status).toBe('queued');
  });

  it('approves a delivery before its intent is followed, or sends it back', () => {
    const run = team({}, [planned('a', [], { gate: { after: true } }), planned('b'), planned('c')]);
    const ask = () => {
      run.claim('a');
      const { type: _, ...delivered } = done(run, 'a', { kind: 'handoff', to: 'b' });
      const on = { kind: 'approval_after', ref: `g${(run.state.gates?.length ?? 0) + 1}` };
      return run.take({ type: 'plan.task.waiting', ...delivered, on });
    };
    expect(ask()).not.toBeNull();
    expect(run.state.handoff?.active).toBe('a');
    run.take({
      type: 'approval.resolved',
      gateId: 'g1',
      by: 'person',
      decision: 'denied',
      text: 'Too short',
    });
    expect(run.step('a')).toMatchObject({ status: 'ready', round: 2, issues: [{ text: 'Too short' }] });
    ask();
    run.take({ type: 'approval.resolved', gateId: 'g2', by: 'person', decision: 'approved' });
    expect(run.state.handoff).toMatchObject({ active: 'b', rounds: 1 });
    act(run, 'b', 'a');
    expect(run.step('a')).toMatchObject({ status: 'ready', round: 3 });
    expect(run.step('a').issues).toBeUndefined();
  });
});
