import type { TeamPeople } from '@domain/protocol/index';
import { checkManifest } from '@domain/team/check-manifest';
import type { Manifest } from '@domain/team/manifest';

/** Agent `n` of a test. */
export const agent = (n = 1): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

type Json = Record<string, unknown>;

export const slot = (id: string, more: Json = {}): Json => ({
  id,
  title: `Slot ${id}`,
  binding: { mode: 'fixed', agentId: agent() },
  ...more,
});

export const document = (protocol: Json, slots: Json[], more: Json = {}): Json => ({
  manifestVersion: 1,
  protocol,
  slots,
  ...more,
});

export const pipeline = (slots: Json[] = [slot('a')], more: Json = {}): Json =>
  document({ kind: 'pipeline' }, slots, more);

export const step = (id: string, dependsOn: string[] = [], more: Json = {}): Json => ({
  id,
  slot: 'a',
  dependsOn,
  ...more,
});

export const dag = (steps: Json[], slots: Json[] = [slot('a'), slot('b')]): Json =>
  document({ kind: 'dag', steps }, slots);

export const handoff = (edges: Json[], more: Json = {}): Json =>
  document({ kind: 'handoff', entrySlot: 'a', edges, ...more }, [slot('a'), slot('b')]);

const person = (n: number, slug: string) => ({ agentId: agent(n), slug, name: slug, role: `Does ${slug}` });
/** The hub and the members of a test's team. */
export const PEOPLE: TeamPeople = {
  hub: person(9, 'hub'),
  members: [person(9, 'hub'), person(8, 'writer')],
  handoff: Array.from({ length: 40 }, (_, n) => agent(n)),
};

/** The smallest valid document of each kind. */
export const SMALLEST: Record<Manifest['protocol']['kind'], Json> = {
  pipeline: pipeline(),
  review_gate: document({ kind: 'review_gate' }, [slot('a'), slot('b', { review: true })]),
  dag: dag([step('one')], [slot('a')]),
  fan_out: document({ kind: 'fan_out' }, [slot('a'), slot('b')]),
  lead_workers: document({ kind: 'lead_workers' }, [slot('a')]),
  handoff: handoff([{ from: 'a', to: 'b' }]),
};

/** `path: code` of each issue, in order; empty when the document is accepted. */
export const issuesOf = (raw: unknown): string[] =>
  (checkManifest(raw).issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.code}`);

export function accepted(raw: unknown): Manifest {
  const { manifest, issues } = checkManifest(raw);
  if (!manifest) throw new Error(JSON.stringify(issues));
  return manifest;
}

/** Slot → agent as a start could have it: fixed slots to their agents, each slot by role to the first one. */
export const bound = (manifest: Manifest): Record<string, string> =>
  Object.fromEntries(
    manifest.slots.map(({ id, binding }) => [id, binding.mode === 'fixed' ? binding.agentId : agent()]),
  );
