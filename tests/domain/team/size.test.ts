import { checkManifest } from '@domain/team/check-manifest';
import { describe, expect, it } from 'vitest';
import { dag, issuesOf, pipeline, slot, step } from './documents';

const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) => slot(`s${at}`, { ...more }));

/** A pipeline whose JSON text has exactly this many bytes. */
function sized(bytes: number) {
  const room = 15_000;
  const slots = many(60, { responsibility: 'x'.repeat(room) });
  const raw = pipeline(slots);
  let over = JSON.stringify(raw).length - bytes;
  for (const each of slots) {
    const cut = Math.max(0, Math.min(over, room));
    each.responsibility = 'x'.repeat(room - cut);
    over -= cut;
  }
  return raw;
}

describe('a document that is too large', () => {
  it.each<[string, () => unknown, string]>([
    ['1,001 slots', () => pipeline(many(1_001)), 'slots: too_many_slots'],
    ['10,000 slots', () => pipeline(many(10_000)), 'slots: too_many_slots'],
    [
      '1,001 steps',
      () => dag(Array.from({ length: 1_001 }, (_, at) => step(`s${at}`))),
      'protocol.steps: too_many_steps',
    ],
    [
      '5,001 edges',
      () =>
        dag([
          step(
            'a',
            Array.from({ length: 5_001 }, (_, at) => `s${at}`),
          ),
        ]),
      'protocol: too_many_edges',
    ],
    ['768 KiB and a byte', () => sized(768 * 1024 + 1), ': too_large'],
    [
      'a contract of 64 KiB and a byte',
      () => pipeline([slot('a', { contract: { text: 'x'.repeat(65_537) } })]),
      'slots.0.contract.text: too_large',
    ],
    [
      'a contract of 64 KiB and a byte in two-byte letters',
      () => pipeline([slot('a', { contract: { text: `x${'я'.repeat(32_768)}` } })]),
      'slots.0.contract.text: too_large',
    ],
  ])('(%s) is refused for that alone within 50 ms (T-29.22)', (_name, make, expected) => {
    const raw = make() as Record<string, unknown>;
    raw.unknown = true;
    if (expected === ': too_large') delete raw.unknown;
    checkManifest(raw);
    const times = [1, 2, 3, 4, 5].map(() => {
      const started = performance.now();
      expect(issuesOf(raw)).toEqual([expected]);
      return performance.now() - started;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });

  it('is taken at the very limits (T-29.22)', () => {
    expect(issuesOf(pipeline(many(1_000)))).toEqual([]);
    expect(issuesOf(pipeline([slot('a', { contract: { text: 'x'.repeat(65_536) } })]))).toEqual([]);
    expect(JSON.stringify(sized(768 * 1024)).length).toBe(768 * 1024);
    expect(issuesOf(sized(768 * 1024))).toEqual([]);
    const wide = Array.from({ length: 1_000 }, (_, at) =>
      step(`s${at}`, at < 6 ? [] : [1, 2, 3, 4, 5].map((back) => `s${at - back}`)),
    );
    expect(issuesOf(dag(wide))).toEqual([]);
  });
});

describe('a hostile value', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 'end';
    for (let level = 0; level < depth; level++) value = level % 2 ? { a: value } : [value];
    return value;
  };
  const endless: Record<string, unknown> = {};
  endless.self = endless;

  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['a number', 1],
    ['a text', '{"manifestVersion":1}'],
    ['a list', []],
    ['an empty object', {}],
    ['1,000 levels', nested(1_000)],
    ['100,000 levels', nested(100_000)],
    ['1,000 levels inside', { ...pipeline(), protocol: nested(1_000) }],
    ['itself inside itself', endless],
    ['lists for objects', { manifestVersion: [], protocol: [], slots: {}, defaults: [] }],
    ['objects without a prototype', Object.assign(Object.create(null), { slots: [Object.create(null)] })],
    [
      'nothing in the lists',
      { manifestVersion: 1, protocol: { kind: 'dag', steps: [null, 1, []] }, slots: [null, 1] },
    ],
    ['halves of characters', pipeline([slot('a', { title: 'a\uD800' })])],
    ['NUL', pipeline([slot('a', { responsibility: 'a\0b' })])],
  ])('(%s) is refused and never throws', (_name, raw) => {
    const { issues } = checkManifest(raw);
    expect(issues?.length).toBeGreaterThan(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
