import type { ProtocolKind } from '@domain/protocol/kinds';
import { checkManifest } from '@domain/team/check-manifest';
import fc from 'fast-check';
import { document, slot } from './documents';

type Json = Record<string, unknown>;

const MOST_SLOTS = 30;
const slotIds = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`);
const defaults = fc.record({
  maxRework: fc.nat(3),
  parallelLimit: fc.integer({ min: 1, max: 6 }),
  budgetMicros: fc.integer({ min: 0, max: 50_000 }),
});

/** Mostly small, so that a game gets far; now and then as large as they come. */
const sizes = (min: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min, max: 6 }) },
    { weight: 1, arbitrary: fc.integer({ min, max: MOST_SLOTS }) },
  );
/** Booleans that are mostly false. */
const seldom = fc.nat(4).map((n) => n === 0);

const slotsWith = (min: number, fill: (id: string) => fc.Arbitrary<Json>): fc.Arbitrary<Json[]> =>
  sizes(min).chain((count) => fc.tuple(...slotIds(count).map(fill)));
const plain = (id: string) => seldom.map((optional) => slot(id, { optional }));

const reviewGate = fc
  .tuple(slotsWith(2, plain), fc.nat(), fc.option(fc.nat(), { nil: undefined }))
  .map(([slots, pick, target]) => {
    const at = pick % slots.length;
    const work = slots.filter((_, other) => other !== at);
    const reviewOf = target === undefined ? {} : { reviewOf: work[target % work.length]!.id };
    // A copy: while it shrinks a counterexample, the library maps the same value again.
    const gated = slots.map((each, own) =>
      own === at ? { ...each, review: true, optional: false, ...reviewOf } : each,
    );
    return [{ kind: 'review_gate' }, gated] as const;
  });

const dagSteps = (slots: Json[]) =>
  sizes(1).chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, at) =>
        fc.record({
          slot: fc.nat(slots.length - 1),
          back: fc.uniqueArray(fc.nat(Math.max(0, at - 1)), { maxLength: at === 0 ? 0 : Math.min(4, at) }),
          review: fc.nat(3).map((n) => n === 0),
          target: fc.nat(),
          eager: seldom,
          optional: seldom,
        }),
      ),
    ),
  );

const dag = slotsWith(2, (id) => fc.constant(slot(id))).chain((slots) =>
  dagSteps(slots).map((raw) => {
    const steps: Json[] = [];
    raw.forEach((node, at) => {
      const targets = steps.filter((step) => !step.reviewOf && step.slot !== `s${node.slot}`);
      const reviewOf = node.review ? targets[node.target % Math.max(1, targets.length)]?.id : undefined;
      steps.push({
        id: `t${at}`,
        slot: `s${node.slot}`,
        dependsOn: node.back.map((back) => `t${back}`),
        ...(reviewOf === undefined ? {} : { reviewOf }),
        eager: node.eager,
        optional: node.optional && reviewOf === undefined,
      });
    });
    const drawn = [{ kind: 'dag', steps }, slots] as const;
    if (checkManifest(document(...drawn)).manifest) return drawn;
    return [{ kind: 'dag', steps: steps.map((step) => ({ ...step, eager: true })) }, slots] as const;
  }),
);

const handoff = slotsWith(2, (id) => fc.constant(slot(id))).chain((slots) =>
  fc
    .uniqueArray(fc.tuple(fc.nat(slots.length - 1), fc.nat(slots.length - 1)), {
      minLength: 1,
      maxLength: 40,
      selector: ([from, to]) => `${from} ${to}`,
    })
    .map((pairs) => {
      const drawn = pairs
        .filter(([from, to]) => from !== to)
        .map(([from, to]) => ({ from: `s${from}`, to: `s${to}` }));
      const edges = drawn.length > 0 ? drawn : [{ from: 's0', to: 's1' }];
      return [{ kind: 'handoff', entrySlot: 's0', edges }, slots] as const;
    }),
);

const simple = (kind: ProtocolKind, min: number) =>
  slotsWith(min, plain).map((slots) => [{ kind }, slots] as const);

const lead = slotsWith(1, (id) => fc.constant(slot(id))).chain((slots) =>
  fc.option(fc.nat(slots.length - 1), { nil: undefined }).map((at) => {
    const led = slots.map((each, own) => ({ ...each, ...(own === at && { lead: true }) }));
    return [{ kind: 'lead_workers' }, led] as const;
  }),
);

const KINDS = {
  pipeline: simple('pipeline', 1),
  review_gate: reviewGate,
  dag,
  fan_out: simple('fan_out', 2),
  lead_workers: lead,
  handoff,
};

/** Random valid documents of these kinds, of at most 30 slots. */
export const manifests = (...kinds: ProtocolKind[]): fc.Arbitrary<Json> =>
  fc
    .tuple(fc.oneof(...kinds.map((kind) => KINDS[kind] as fc.Arbitrary<readonly [Json, Json[]]>)), defaults)
    .map(([[protocol, slots], limits]) => document(protocol, slots, { defaults: limits }));

/** What can be compiled; those with reviews more often, as most rules are about them. */
export const COMPILED = [
  ...(['pipeline', 'review_gate', 'dag', 'fan_out', 'review_gate', 'dag'] as const),
  ...(['lead_workers', 'lead_workers', 'handoff', 'handoff'] as const),
] as const;
