import { compile } from '@domain/protocol/index';
import { isProtocolKind, PROTOCOL_KINDS, startable } from '@domain/protocol/kinds';
import { checkManifest } from '@domain/team/check-manifest';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holds } from '../run/law';
import { driveToEnd } from '../run/random-run';
import { TestRun } from '../run/run';
import { accepted, bound, issuesOf, PEOPLE } from './documents';
import { manifests } from './random-manifest';

const all = manifests(...PROTOCOL_KINDS);
type Json = Record<string, unknown>;

/** Every place of a document, as paths. */
function placesOf(node: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof node !== 'object' || node === null) return [path];
  const inside = Array.isArray(node) ? node.map((child, at) => [at, child] as const) : Object.entries(node);
  return [path, ...inside.flatMap(([key, child]) => placesOf(child, [...path, key]))];
}

/** The document with something else at one place; `undefined` takes away what is there. */
function withValue(raw: Json, path: (string | number)[], value: unknown): unknown {
  const copy = structuredClone(raw);
  const last = path.at(-1);
  if (last === undefined) return value;
  const parent = path.slice(0, -1).reduce<unknown>((node, key) => (node as Json)[key], copy) as Json;
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

const at = (raw: unknown, path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Json)[key] : undefined),
    raw,
  );

const strange = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    -1,
    1.5,
    true,
    [],
    {},
    's0',
    's1',
    't0',
    's99',
    'pipeline',
    'dag',
    'handoff',
  ),
  fc.jsonValue(),
);

describe('laws of manifests', () => {
  it('R-18 every random valid document of the six kinds is accepted, and its stored form again', () => {
    holds(all, (raw) => {
      expect(issuesOf(raw)).toEqual([]);
      const manifest = accepted(raw);
      expect(accepted(JSON.parse(JSON.stringify(manifest)))).toEqual(manifest);
    });
  });

  it('R-18 whatever is accepted gives a plan whose run ends well, whatever is refused names where', () => {
    let taken = 0;
    let refused = 0;
    holds(
      fc.tuple(all, fc.nat(), strange),
      ([raw, pick, value]) => {
        const places = placesOf(raw);
        const changed = withValue(raw, places[pick % places.length]!, value);
        const { manifest, issues } = checkManifest(changed);
        if (!manifest) {
          refused += 1;
          const [first] = issues;
          expect(first).toBeDefined();
          const parent = at(changed, first!.path.slice(0, -1));
          if (first!.path.length > 0) expect(typeof parent === 'object' && parent !== null).toBe(true);
          return;
        }
        taken += 1;
        if (!startable(manifest.protocol.kind)) return;
        const plan = compile(manifest, bound(manifest), PEOPLE);
        const run = new TestRun().start(plan);
        driveToEnd(run, 'succeed', 10 * plan.steps.length + 20);
        expect(run.state).toMatchObject({ status: 'completed', closed: true });
      },
      1_500,
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(15);
  });

  it('R-18 any JSON at all is answered with a manifest or with issues', () => {
    holds(fc.oneof(fc.jsonValue(), fc.record({ slots: fc.jsonValue(), protocol: fc.jsonValue() })), (raw) => {
      const { manifest, issues } = checkManifest(raw);
      expect(manifest === undefined ? issues.length > 0 : isProtocolKind(manifest.protocol.kind)).toBe(true);
    });
  });

  it('R-18 a second mistake further down never hides the first one', () => {
    holds(
      all,
      (raw) => {
        const manifest = withValue(raw, ['defaults', 'maxRework'], 99) as Json;
        const both = withValue(manifest, ['slots', 0, 'binding', 'mode'], 'auto');
        const paths = (checkManifest(both).issues ?? []).map((issue) => issue.path.join('.'));
        expect(paths[0]).toBe('slots.0.binding.mode');
        expect(paths.at(-1)).toBe('defaults.maxRework');
      },
      40,
    );
  });

  it('R-10 no accepted handoff has an edge to itself or an endless loop', () => {
    holds(
      manifests('handoff'),
      (raw) => {
        const { protocol } = accepted(raw);
        if (protocol.kind !== 'handoff') throw new Error('not a handoff');
        for (const { from, to } of protocol.edges) expect(from).not.toBe(to);
        expect([protocol.maxRounds, protocol.maxPingPongPerPair]).toEqual([12, 4]);
        const loop = { ...raw, protocol: { ...protocol, maxRounds: 1e9 } };
        expect(issuesOf(loop)).toEqual(['protocol.maxRounds: out_of_range']);
      },
      40,
    );
  });
});
