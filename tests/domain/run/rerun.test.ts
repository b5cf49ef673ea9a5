import type { Plan } from '@domain/run/plan';
import { reusedSteps } from '@domain/run/rerun';
import type { Reused } from '@domain/run/rerun-facts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCEPT, planned, planOf, REJECT, TestRun, timeless } from './run';

const chain = planOf([planned('a'), planned('b', ['a']), planned('c', ['b']), planned('d', ['c'])]);
const gate = planOf([
  planned('write'),
  planned('check', ['write'], { reviewOf: 'write' }),
  planned('publish', ['write']),
]);
const fan = planOf([planned('one'), planned('two'), planned('join', ['one', 'two'])]);
const none: ReadonlySet<string> = new Set();

const done = (plan: Plan, pass: (run: TestRun) => void): TestRun => {
  const run = new TestRun().start(plan);
  pass(run);
  run.take({ type: 'run.cancelled', reason: '' });
  return run;
};
const ended = done(chain, (run) => {
  for (const id of ['a', 'b', 'c', 'd']) run.pass(id);
});
const reviewed = done(gate, (run) => {
  run.pass('write');
  run.pass('check', REJECT);
  run.pass('write');
  run.pass('check', ACCEPT);
});

describe('what a re-run starts with', () => {
  it('is nothing without a slot, and everything that is not downstream of the slot with one', () => {
    expect(reusedSteps(ended.state, chain, { edits: none })).toEqual({ reused: [] });
    expect(reusedSteps(ended.state, chain, { from: 'c', edits: none })).toEqual({ reused: ['a', 'b'] });
    expect(reusedSteps(ended.state, chain, { from: 'a', edits: none })).toEqual({ reused: [] });
  });

  it('keeps what stands beside the slot', () => {
    const run = done(fan, (fanned) => {
      for (const id of ['one', 'two', 'join']) fanned.pass(id);
    });
    expect(reusedSteps(run.state, fan, { from: 'two', edits: none })).toEqual({ reused: ['one'] });
  });

  it('is only what was accepted: after a failure what is missing is done again, wherever one begins', () => {
    const run = done(chain, (broken) => {
      broken.pass('a');
      broken.claim('b');
      broken.take(broken.failure('b'));
    });
    expect(reusedSteps(run.state, chain, { from: 'd', edits: none })).toEqual({ reused: ['a'] });
  });

  it('keeps an accepting review with what it accepted, and asks it again when one begins at the reviewed slot', () => {
    expect(reusedSteps(reviewed.state, gate, { from: 'publish', edits: none })).toEqual({
      reused: ['write', 'check'],
    });
    expect(reusedSteps(reviewed.state, gate, { from: 'check', edits: none })).toEqual({ reused: ['write'] });
    expect(reusedSteps(reviewed.state, gate, { from: 'write', edits: none })).toEqual({ reused: [] });
  });

  it('does again what was made of an edited output, but for its review: the person answers for it', () => {
    expect(reusedSteps(ended.state, chain, { edits: new Set(['b']) })).toEqual({ reused: ['a', 'b'] });
    expect(reusedSteps(ended.state, chain, { from: 'd', edits: new Set(['a']) })).toEqual({ reused: ['a'] });
    expect(reusedSteps(reviewed.state, gate, { edits: new Set(['write']) })).toEqual({
      reused: ['write', 'check'],
    });
  });

  it('goes over to another version where the same step stands, reviewing the same, behind the same', () => {
    const other = planOf([planned('a'), planned('new', ['a']), planned('b', ['new']), planned('d', ['b'])]);
    expect(reusedSteps(ended.state, other, { from: 'd', edits: none })).toEqual({ reused: ['a'] });
    const turned = planOf([planned('a'), planned('b', ['a'], { reviewOf: 'a' }), planned('c', ['a'])]);
    expect(reusedSteps(ended.state, turned, { from: 'c', edits: none })).toEqual({ reused: ['a'] });
  });

  it('takes nothing over that another version has put under approval or a schema', () => {
    const gated = planOf(
      chain.steps.map((step) => (step.id === 'b' ? { ...step, gate: { after: true } } : step)),
    );
    expect(reusedSteps(ended.state, gated, { from: 'd', edits: none })).toEqual({ reused: ['a'] });
    const schema = { type: 'object' };
    const strict = planOf(
      chain.steps.map((step) => (step.id === 'a' ? { ...step, contractSchema: schema } : step)),
    );
    expect(reusedSteps(ended.state, strict, { from: 'd', edits: none })).toEqual({ reused: [] });
  });

  it.each([
    ['source_not_ended', new TestRun().start(chain).state, chain, { from: 'b', edits: none }],
    ['slot_unknown', ended.state, chain, { from: 'x', edits: none }],
    ['slot_unknown', ended.state, chain, { from: '__proto__', edits: none }],
    ['slot_unknown', ended.state, chain, { edits: new Set(['x']) }],
    ['edit_not_reused', ended.state, chain, { from: 'b', edits: new Set(['c']) }],
    ['edit_of_review', reviewed.state, gate, { edits: new Set(['check']) }],
  ])('is refused: %s', (refusal, source, plan, asked) => {
    expect(reusedSteps(source, plan, asked)).toMatchObject({ refusal });
  });

  it('is refused from the middle of a handoff, which has no order', () => {
    const handoff = { entry: 'a', edges: [], closed: [], maxRounds: 1, maxPingPongPerPair: 1 };
    const plan = { ...chain, handoff: { ...handoff, intentTimeoutMs: 1, actorMayCancel: false } };
    expect(reusedSteps(ended.state, plan, { from: 'b', edits: none })).toEqual({
      refusal: 'handoff_from_slot',
    });
    expect(reusedSteps(ended.state, plan, { edits: none })).toEqual({ reused: [] });
  });
});

const reuse = (ids: string[]): Reused[] =>
  ids.map((stepId) => ({ stepId, artifactId: `copy-${stepId}`, preview: stepId }));

describe('a run that starts with reused outputs', () => {
  it('goes on behind them, works on them, costs nothing for them, and replays to the same state', () => {
    const run = new TestRun();
    run.take({ type: 'run.started', goal: 'g', projectId: 'p', startedBy: 'me', capMicros: 10 });
    run.take({ type: 'plan.created', plan: chain, reused: reuse(['a', 'b']) });
    expect(run.statuses()).toEqual({ a: 'completed', b: 'completed', c: 'ready', d: 'blocked' });
    expect(run.step('b')).toMatchObject({ artifactId: 'copy-b', reused: {}, epoch: 0, costMicros: 0 });
    expect(run.state.status).toBe('queued');
    run.pass('c');
    run.pass('d');
    expect(run.state.status).toBe('completed');
    expect(timeless(run.replayed())).toEqual(timeless(run.state));
  });

  it('lets a review send a reused output back: the next round is its agent’s own', () => {
    const run = new TestRun();
    run.take({ type: 'run.started', goal: 'g', projectId: 'p', startedBy: 'me', capMicros: 10 });
    run.take({ type: 'plan.created', plan: gate, reused: [{ ...reuse(['write'])[0]!, editedBy: 'me' }] });
    run.pass('check', REJECT);
    expect(run.step('write')).toMatchObject({ status: 'ready', round: 2 });
    expect(run.step('write').reused).toBeUndefined();
  });

  it('lets an edition of what has to be approved wait for that, and go on or back by the decision', () => {
    const gated = planOf([planned('a', [], { gate: { after: true, fourEyes: true } }), planned('b', ['a'])]);
    const edited = () => {
      const run = new TestRun();
      run.take({ type: 'run.started', goal: 'g', projectId: 'p', startedBy: 'me', capMicros: 10 });
      run.take({ type: 'plan.created', plan: gated, reused: [{ ...reuse(['a'])[0]!, editedBy: 'me' }] });
      expect(run.statuses()).toEqual({ a: 'waiting', b: 'blocked' });
      expect(run.state).toMatchObject({
        status: 'waiting',
        gates: [{ kind: 'after', stepId: 'a', fourEyes: true }],
      });
      expect(timeless(run.replayed())).toEqual(timeless(run.state));
      return run;
    };
    const decide = (run: TestRun, decision: 'approved' | 'denied') =>
      run.take({ type: 'approval.resolved', gateId: 'g1', by: 'other', decision, text: 'no' });
    const approved = edited();
    decide(approved, 'approved');
    expect(approved.statuses()).toEqual({ a: 'completed', b: 'ready' });
    expect(approved.step('a')).toMatchObject({ artifactId: 'copy-a', reused: { editedBy: 'me' } });
    const denied = edited();
    decide(denied, 'denied');
    expect(denied.step('a')).toMatchObject({ status: 'ready', round: 2 });
  });

  it('never starts a step before what it needs, whatever is reused (random plans, slots and edits)', () => {
    const ids = ['s0', 's1', 's2', 's3', 's4', 's5', 's6'];
    const plans = fc
      .tuple(...ids.map((_, at) => fc.subarray(ids.slice(0, at))))
      .map((deps) => planOf(ids.map((id, at) => planned(id, deps[at]))));
    const finished = fc.integer({ min: 0, max: ids.length });
    fc.assert(
      fc.property(plans, finished, fc.constantFrom(...ids), fc.subarray(ids), (plan, many, from, edited) => {
        const source = done(plan, (run) => {
          for (const id of ids.slice(0, many)) run.pass(id);
        });
        const answer = reusedSteps(source.state, plan, { from, edits: new Set(edited) });
        if ('refusal' in answer) return;
        expect(answer.reused).not.toContain(from);
        const start = {
          type: 'run.started',
          goal: 'g',
          projectId: 'p',
          startedBy: 'me',
          capMicros: 10,
        } as const;
        const run = new TestRun();
        run.take(start);
        run.take({ type: 'plan.created', plan, reused: reuse(answer.reused) });
        for (const { id, dependsOn } of plan.steps) {
          const needs = dependsOn.every((need) => run.step(need).status === 'completed');
          if (run.step(id).status === 'completed') expect(needs).toBe(true);
          else expect(run.step(id).status).toBe(needs ? 'ready' : 'blocked');
        }
        for (const { id } of plan.steps) if (run.step(id).status !== 'completed') run.pass(id);
        expect(run.state.status).toBe('completed');
      }),
    );
  });
});
