import { checkManifest } from '@domain/team/check-manifest';
import { describe, expect, it } from 'vitest';
import {
  accepted,
  agent,
  dag,
  document,
  handoff,
  issuesOf,
  pipeline,
  SMALLEST,
  slot,
  step,
} from './documents';

describe('a manifest', () => {
  it.each(Object.entries(SMALLEST))('of kind %s is accepted at its smallest (T-29)', (_kind, raw) => {
    expect(issuesOf(raw)).toEqual([]);
  });

  it('names titles and duties in any script (T-29)', () => {
    const titles = ['🛠️ Сборка', '写作 助手', 'كاتب', 'עורך', 'ревью'];
    const slots = titles.map((title, at) => slot(`s${at}`, { title, responsibility: title }));
    expect(accepted(pipeline(slots)).slots.map((each) => each.title)).toEqual(titles);
  });

  it('gets the defaults for what it leaves out (TX-3, H-38, H-39, H-41, H-92)', () => {
    expect(accepted(pipeline())).toMatchObject({
      defaults: { maxRework: 2, maxTurns: 40, budgetMicros: 5_000_000, parallelLimit: 4 },
      rosterScope: 'visible',
    });
    expect(accepted(SMALLEST.handoff).protocol).toMatchObject({
      maxRounds: 12,
      maxPingPongPerPair: 4,
      intentTimeoutMs: 300_000,
      actorMayCancel: false,
    });
  });

  it('is refused for a protocol that does not exist (T-29.1, T-16)', () => {
    expect(issuesOf(document({ kind: 'swarm' }, [slot('a')]))).toEqual(['protocol.kind: unknown_protocol']);
    expect(issuesOf(document({}, [slot('a')]))).toEqual(['protocol.kind: unknown_protocol']);
    expect(issuesOf(document({ kind: '__proto__' }, [slot('a')]))).toEqual([
      'protocol.kind: unknown_protocol',
    ]);
  });

  it('is refused without slots (T-29.2, T-17)', () => {
    expect(issuesOf(pipeline([]))).toEqual(['slots: no_slots']);
  });

  it('is refused for two slots of one id, or of ids that look alike (T-29.3, T-17)', () => {
    expect(issuesOf(pipeline([slot('a'), slot('b'), slot('a')]))).toEqual(['slots.2.id: duplicate_slot']);
    expect(issuesOf(pipeline([slot('qa'), slot('QA')]))).toContain('slots.1.id: duplicate_slot');
    expect(issuesOf(pipeline([slot('qa'), slot('ｑａ')]))).toContain('slots.1.id: duplicate_slot');
    expect(issuesOf(pipeline([slot('strasse'), slot('straße')]))).toContain('slots.1.id: duplicate_slot');
  });

  it.each(['', 'A', '1a', '_a', 'a b', 'a.b', 'ä', '__proto__', 'a/../b', `a${'b'.repeat(64)}`])(
    'is refused for the slot id %j (T-29.4)',
    (id) => expect(issuesOf(pipeline([slot(id)]))).toEqual(['slots.0.id: bad_id']),
  );

  it.each(['constructor', 'valueof', 'a', `a${'b'.repeat(63)}`, 'a-b_9'])(
    'takes the slot id %j (T-29.4)',
    (id) => expect(issuesOf(pipeline([slot(id)]))).toEqual([]),
  );

  it('is refused for a binding that is neither fixed nor by role (T-29.5, T-18)', () => {
    const bad = 'slots.0.binding.mode: bad_binding_mode';
    expect(issuesOf(pipeline([slot('a', { binding: { mode: 'auto' } })]))).toEqual([bad]);
    expect(issuesOf(pipeline([slot('a', { binding: {} })]))).toEqual([bad]);
  });

  it('is refused for a fixed slot without an agent (T-29.6, T-19)', () => {
    const required = ['slots.0.binding.agentId: agent_required'];
    expect(issuesOf(pipeline([slot('a', { binding: { mode: 'fixed' } })]))).toEqual(required);
    expect(issuesOf(pipeline([slot('a', { binding: { mode: 'fixed', agentId: '' } })]))).toEqual(required);
    expect(issuesOf(pipeline([slot('a', { binding: { mode: 'fixed', agentId: null } })]))).toEqual(required);
    const malformed = { mode: 'fixed', agentId: '1 OR 1=1' };
    expect(issuesOf(pipeline([slot('a', { binding: malformed })]))).toEqual([
      'slots.0.binding.agentId: bad_agent',
    ]);
  });

  it('is refused for an unknown capability; write_files is stored as modify_files (T-29.8)', () => {
    const needs = (capabilities: unknown[]) =>
      pipeline([slot('a', { binding: { mode: 'role' }, requirements: { capabilities } })]);
    expect(issuesOf(needs(['read_files', 'fly']))).toEqual([
      'slots.0.requirements.capabilities.1: unknown_capability',
    ]);
    expect(issuesOf(needs([7]))).toEqual(['slots.0.requirements.capabilities.0: unknown_capability']);
    const { requirements } = accepted(needs(['write_files', 'modify_files', 'web_access'])).slots[0]!;
    expect(requirements.capabilities).toEqual(['modify_files', 'web_access']);
  });

  it('takes a role without requirement and without preference (T-29.9)', () => {
    expect(issuesOf(pipeline([slot('a', { binding: { mode: 'role' } })]))).toEqual([]);
    const preferred = { mode: 'role', preferredAgentId: agent(2) };
    expect(issuesOf(pipeline([slot('a', { binding: preferred })]))).toEqual([]);
  });

  it('is refused for a step of an unknown slot (T-29.10)', () => {
    expect(issuesOf(dag([step('one', [], { slot: 'nobody' })]))).toEqual([
      'protocol.steps.0.slot: unknown_slot',
    ]);
  });

  it('is refused for a dependency on an unknown step (T-29.11, T-21)', () => {
    expect(issuesOf(dag([step('one', ['two'])]))).toEqual([
      'protocol.steps.0.dependsOn.0: dangling_reference',
    ]);
  });

  it('is refused for a step that depends on itself (T-29.13, T-21)', () => {
    expect(issuesOf(dag([step('one', ['one'])]))).toEqual(['protocol.steps.0.dependsOn.0: self_reference']);
  });

  it('is refused for a review of itself, of nothing, of a review (T-29.14)', () => {
    const bad = 'bad_review_target';
    expect(issuesOf(dag([step('one', [], { reviewOf: 'one' })]))).toEqual([
      `protocol.steps.0.reviewOf: ${bad}`,
    ]);
    expect(issuesOf(dag([step('one', [], { reviewOf: 'two' })]))).toEqual([
      `protocol.steps.0.reviewOf: ${bad}`,
    ]);
    const chain = [
      step('one'),
      step('two', [], { slot: 'b', reviewOf: 'one' }),
      step('three', [], { reviewOf: 'two' }),
    ];
    expect(issuesOf(dag(chain))).toEqual([`protocol.steps.2.reviewOf: ${bad}`]);
    const gate = (reviewOf: string) =>
      document({ kind: 'review_gate' }, [slot('a'), slot('b', { review: true, reviewOf })]);
    expect(issuesOf(gate('a'))).toEqual([]);
    expect(issuesOf(gate('b'))).toEqual([`slots.1.reviewOf: ${bad}`]);
    expect(issuesOf(gate('c'))).toEqual([`slots.1.reviewOf: ${bad}`]);
  });

  it('is refused when a slot reviews its own work (T-29.15)', () => {
    expect(issuesOf(dag([step('one'), step('two', [], { reviewOf: 'one' })]))).toEqual([
      'protocol.steps.1.slot: self_review',
    ]);
  });

  it('is refused as a review gate without a review, with two, or with nothing to review (T-29.16)', () => {
    const gate = (...slots: Record<string, unknown>[]) => issuesOf(document({ kind: 'review_gate' }, slots));
    expect(gate(slot('a'), slot('b'))).toEqual(['slots: bad_review_gate']);
    expect(gate(slot('a'), slot('b', { review: true }), slot('c', { review: true }))).toEqual([
      'slots.2.review: bad_review_gate',
    ]);
    expect(gate(slot('a', { review: true }))).toEqual(['slots: bad_review_gate']);
  });

  it('is refused as a fan-out of one slot (T-29.17)', () => {
    expect(issuesOf(document({ kind: 'fan_out' }, [slot('a')]))).toEqual(['slots: too_few_slots']);
  });

  it('is refused with two leads (T-29.18)', () => {
    const leads = [slot('a', { lead: true }), slot('b'), slot('c', { lead: true })];
    expect(issuesOf(document({ kind: 'lead_workers' }, leads))).toEqual(['slots.2.lead: two_leads']);
  });

  it('is refused as a handoff with bad edges, a bad entry, or no edge (T-29.19, H-92)', () => {
    expect(issuesOf(handoff([{ from: 'a', to: 'x' }]))).toEqual(['protocol.edges.0.to: bad_edge']);
    expect(issuesOf(handoff([{ from: 'x', to: 'a' }]))).toEqual(['protocol.edges.0.from: bad_edge']);
    expect(issuesOf(handoff([{ from: 'a', to: 'a' }]))).toEqual(['protocol.edges.0.to: bad_edge']);
    expect(issuesOf(handoff([{ from: 'a', to: 'b' }], { entrySlot: 'x' }))).toEqual([
      'protocol.entrySlot: bad_entry',
    ]);
    expect(issuesOf(handoff([]))).toEqual(['protocol.edges: no_edges']);
    const twice = { from: 'a', to: 'b' };
    expect(issuesOf(handoff([twice, twice]))).toEqual(['protocol.edges.1: duplicate_edge']);
  });

  it.each([
    ['maxRework', -1],
    ['maxRework', 1.5],
    ['maxRework', 11],
    ['maxTurns', 0],
    ['maxTurns', 201],
    ['parallelLimit', 0],
    ['budgetMicros', -1],
    ['budgetMicros', Number.NaN],
    ['budgetMicros', Number.POSITIVE_INFINITY],
    ['budgetMicros', 1e308],
    ['budgetMicros', 0.1 + 0.2],
    ['budgetMicros', '10'],
    ['budgetMicros', null],
  ])('is refused for %s = %j (T-29.20)', (name, value) => {
    expect(issuesOf(pipeline([slot('a')], { defaults: { [name]: value } }))).toEqual([
      `defaults.${name}: out_of_range`,
    ]);
  });

  it('is refused for a limit of a slot, a step or a handoff out of range (T-29.20)', () => {
    expect(issuesOf(pipeline([slot('a', { maxTurns: 201 })]))).toEqual(['slots.0.maxTurns: out_of_range']);
    expect(issuesOf(dag([step('one', [], { maxTurns: 0 })]))).toEqual([
      'protocol.steps.0.maxTurns: out_of_range',
    ]);
    expect(issuesOf(handoff([{ from: 'a', to: 'b' }], { maxRounds: 0 }))).toEqual([
      'protocol.maxRounds: out_of_range',
    ]);
  });

  it('is refused for a field that does not exist, wherever it stands (T-29.21)', () => {
    expect(issuesOf(pipeline([slot('a')], { extra: 1 }))).toEqual(['extra: unknown_field']);
    expect(issuesOf(pipeline([slot('a', { extra: 1, more: 2 })]))).toEqual([
      'slots.0.extra: unknown_field',
      'slots.0.more: unknown_field',
    ]);
    const binding = { mode: 'fixed', agentId: agent(), role: 'owner' };
    expect(issuesOf(pipeline([slot('a', { binding })]))).toEqual(['slots.0.binding.role: unknown_field']);
    const hidden = JSON.parse(
      JSON.stringify(pipeline()).replace('"slots"', '"__proto__":{"polluted":1},"slots"'),
    );
    expect(issuesOf(hidden)).toEqual(['__proto__: unknown_field']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('is refused for a field that promises what its protocol does not do', () => {
    expect(issuesOf(pipeline([slot('a'), slot('b', { review: true })]))).toEqual([
      'slots.1.review: unused_field',
    ]);
    expect(issuesOf(pipeline([slot('a', { review: false, lead: false })]))).toEqual([]);
  });

  it('is refused when work could count as accepted because its review was optional', () => {
    const gate = [slot('a'), slot('b', { review: true, optional: true })];
    expect(issuesOf(document({ kind: 'review_gate' }, gate))).toEqual(['slots.1.optional: optional_review']);
  });

  it('is refused for another version of the format', () => {
    expect(issuesOf({ ...pipeline(), manifestVersion: 2 })).toEqual([
      'manifestVersion: unknown_manifest_version',
    ]);
  });

  it('tells all that is wrong at once, in the order of the document (T-29)', () => {
    const raw = {
      manifestVersion: 1,
      protocol: { kind: 'dag', steps: [step('one', ['one', 'nowhere'], { slot: 'x', maxTurns: 0 })] },
      slots: [slot('A', { extra: true }), slot('b', { binding: { mode: 'fixed' } }), slot('b')],
      defaults: { maxRework: 11 },
    };
    expect(issuesOf(raw)).toEqual([
      'protocol.steps.0.slot: unknown_slot',
      'protocol.steps.0.dependsOn.0: self_reference',
      'protocol.steps.0.dependsOn.1: dangling_reference',
      'protocol.steps.0.maxTurns: out_of_range',
      'slots.0.id: bad_id',
      'slots.0.extra: unknown_field',
      'slots.1.binding.agentId: agent_required',
      'slots.2.id: duplicate_slot',
      'defaults.maxRework: out_of_range',
    ]);
  });

  it('never changes what it is given and gives back equal documents for equal input', () => {
    const raw = pipeline([slot('a', { requirements: { capabilities: ['write_files'] } })]);
    const before = structuredClone(raw);
    expect(accepted(raw)).toEqual(accepted(structuredClone(raw)));
    expect(raw).toEqual(before);
    expect(checkManifest(accepted(raw))).toEqual({ manifest: accepted(raw) });
  });
});
