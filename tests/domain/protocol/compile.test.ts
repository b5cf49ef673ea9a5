import { compile, PROTOCOLS } from '@domain/protocol/index';
import { PROTOCOL_KINDS } from '@domain/protocol/kinds';
import { Plan, type PlanStep } from '@domain/run/plan';
import { describe, expect, it } from 'vitest';
import {
  accepted,
  agent,
  bound,
  dag,
  document,
  PEOPLE,
  pipeline,
  SMALLEST,
  slot,
  step,
} from '../team/documents';

const planned = (raw: unknown) => {
  const manifest = accepted(raw);
  return compile(manifest, bound(manifest));
};
const edges = (steps: PlanStep[]) =>
  steps.map(({ id, dependsOn, reviewOf }) => [id, dependsOn, ...(reviewOf ? [reviewOf] : [])]);

describe('a plan', () => {
  it('carries all that a step needs, limits of the slot before those of the team (T-38)', () => {
    const contract = { text: 'A report', schema: { type: 'object' } };
    const raw = pipeline([slot('a', { responsibility: 'Do it', contract, maxTurns: 7 }), slot('b')], {
      defaults: { maxTurns: 9, maxRework: 1, parallelLimit: 3 },
    });
    const plan = planned(raw);
    expect(plan).toMatchObject({ protocol: 'pipeline', maxRework: 1, parallelLimit: 3 });
    expect(plan.steps[0]).toEqual({
      id: 'a',
      slotId: 'a',
      agentId: agent(),
      title: 'Slot a',
      prompt: 'Do it',
      dependsOn: [],
      maxTurns: 7,
      maxAttempts: 3,
      contract: 'A report',
      contractSchema: { type: 'object' },
    });
    expect(plan.steps[1]!.maxTurns).toBe(9);
    expect(planned(raw)).toEqual(plan);
  });

  it('of a pipeline has its slots one after the other (T-39)', () => {
    expect(edges(planned(pipeline([slot('a'), slot('b'), slot('c')])).steps)).toEqual([
      ['a', []],
      ['b', ['a']],
      ['c', ['b']],
    ]);
  });

  it('of a review gate has one review, of the last work or of the one named (T-40)', () => {
    const gate = (reviewOf?: string) => [
      slot('a'),
      slot('check', { review: true, ...(reviewOf && { reviewOf }) }),
      slot('b'),
    ];
    expect(edges(planned(document({ kind: 'review_gate' }, gate())).steps)).toEqual([
      ['a', []],
      ['check', ['b'], 'b'],
      ['b', ['a']],
    ]);
    expect(edges(planned(document({ kind: 'review_gate' }, gate('a'))).steps)).toEqual([
      ['a', []],
      ['check', ['a'], 'a'],
      ['b', ['a']],
    ]);
  });

  it('of a graph has its steps, with the prompt of the slot and their own (T-41)', () => {
    const raw = dag(
      [
        step('one', [], { prompt: 'First part', maxTurns: 3, title: 'Part one' }),
        step('two', ['one'], { eager: true, optional: true }),
        step('three', ['two'], { slot: 'b', reviewOf: 'one' }),
      ],
      [slot('a', { responsibility: 'Write' }), slot('b', { maxTurns: 5 })],
    );
    const { steps } = planned(raw);
    expect(edges(steps)).toEqual([
      ['one', []],
      ['two', ['one']],
      ['three', ['two', 'one'], 'one'],
    ]);
    expect(steps[0]).toMatchObject({
      slotId: 'a',
      title: 'Part one',
      prompt: 'Write\n\nFirst part',
      maxTurns: 3,
    });
    expect(steps[1]).toMatchObject({
      eager: true,
      optional: true,
      title: 'Slot a',
      prompt: 'Write',
      maxTurns: 40,
    });
    expect(steps[2]).toMatchObject({ slotId: 'b', maxTurns: 5 });
  });

  it('of a fan-out lets the last slot join all others (T-42)', () => {
    expect(edges(planned(document({ kind: 'fan_out' }, [slot('a'), slot('b'), slot('c')])).steps)).toEqual([
      ['a', []],
      ['b', []],
      ['c', ['a', 'b']],
    ]);
  });

  it('of a handoff has a step for each slot, its edges, and who takes part in none (H-42, H-43, H-92)', () => {
    const manifest = accepted(SMALLEST.handoff);
    const bindings = { a: agent(1), b: agent(2) };
    const plan = compile(manifest, bindings, { ...PEOPLE, handoff: [agent(1)] });
    expect(plan.steps.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['a', []],
      ['b', []],
    ]);
    expect(plan.handoff).toEqual({
      entry: 'a',
      edges: [{ from: 'a', to: 'b' }],
      closed: ['b'],
      maxRounds: 12,
      maxPingPongPerPair: 4,
      intentTimeoutMs: 300_000,
      actorMayCancel: false,
    });
    expect(compile(manifest, bindings).handoff?.closed).toEqual(['a', 'b']);
  });

  it.each(PROTOCOL_KINDS)('of %s is made of the smallest document, the same each time (T-53)', (kind) => {
    const manifest = accepted(SMALLEST[kind]);
    const bindings = bound(manifest);
    const plan = compile(manifest, bindings, PEOPLE);
    expect(plan.protocol).toBe(kind);
    expect(compile(manifest, bindings, PEOPLE)).toEqual(plan);
    expect(Plan.parse(plan)).toEqual(plan);
    const ids = plan.steps.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { dependsOn, agentId } of plan.steps) {
      expect(ids).toEqual(expect.arrayContaining(dependsOn));
      expect(agentId).not.toBe('');
    }
  });

  it('is not made while a slot has no agent (T-5)', () => {
    expect(() => compile(accepted(pipeline()), {})).toThrow(
      expect.objectContaining({ reason: 'unbound_slot' }),
    );
    const inherited = accepted(pipeline([slot('constructor')]));
    expect(() => compile(inherited, {})).toThrow(expect.objectContaining({ reason: 'unbound_slot' }));
  });

  it('tells a form which kinds there are and what they use', () => {
    expect(Object.values(PROTOCOLS).map(({ kind, startable: can }) => [kind, can])).toEqual([
      ['pipeline', true],
      ['review_gate', true],
      ['dag', true],
      ['fan_out', true],
      ['lead_workers', true],
      ['handoff', true],
    ]);
    expect(PROTOCOLS.review_gate.slotFields).toContain('reviewOf');
  });
});
