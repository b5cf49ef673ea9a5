import { HANDOFF_ROUNDS, INTENT_TIMEOUT_MS, PING_PONG } from '@domain/team/limits';
import type { Manifest } from '@domain/team/manifest';
import { z } from 'zod';
import { typedNumber } from '../form/amount';

/** The handoff's own part of a draft; slots are named by their keys, numbers are kept as they are typed. */
export type HandoffDraft = {
  /** Empty, or a slot that is gone: the first one. */
  entry: string;
  ways: { from: string; to: string }[];
  maxRounds: string;
  maxPingPong: string;
  waitSeconds: string;
  actorMayCancel: boolean;
};

type Keyed = { key: string };
type Protocol = Extract<Manifest['protocol'], { kind: 'handoff' }>;

const MS = 1_000;

export const newHandoff = (): HandoffDraft => ({
  entry: '',
  ways: [],
  maxRounds: String(HANDOFF_ROUNDS.default),
  maxPingPong: String(PING_PONG.default),
  waitSeconds: String(INTENT_TIMEOUT_MS.default / MS),
  actorMayCancel: false,
});

/** The slot that acts first. */
export const entryOf = ({ entry }: HandoffDraft, slots: readonly Keyed[]): string =>
  slots.some(({ key }) => key === entry) ? entry : (slots[0]?.key ?? '');

/** Neighbours may hand over to each other: a beginning that can be started, for who has drawn no way yet. */
export function withWays(handoff: HandoffDraft, slots: readonly Keyed[]): HandoffDraft {
  if (handoff.ways.length > 0) return handoff;
  const ways = slots.slice(1).flatMap(({ key }, at) => {
    const before = slots[at]!.key;
    return [
      { from: before, to: key },
      { from: key, to: before },
    ];
  });
  return { ...handoff, ways };
}

/** As the document has it; ways of slots that are gone are left out. */
export function toProtocol(
  handoff: HandoffDraft,
  slots: readonly Keyed[],
  ids: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const seconds = typedNumber(handoff.waitSeconds);
  return {
    kind: 'handoff',
    entrySlot: ids.get(entryOf(handoff, slots)) ?? '',
    edges: handoff.ways.flatMap(({ from, to }) =>
      ids.has(from) && ids.has(to) ? [{ from: ids.get(from), to: ids.get(to) }] : [],
    ),
    maxRounds: typedNumber(handoff.maxRounds),
    maxPingPongPerPair: typedNumber(handoff.maxPingPong),
    intentTimeoutMs: seconds === null ? null : Math.round(seconds * MS),
    actorMayCancel: handoff.actorMayCancel,
  };
}

export const fromProtocol = (protocol: Protocol, keys: ReadonlyMap<string, string>): HandoffDraft => ({
  entry: keys.get(protocol.entrySlot) ?? '',
  ways: protocol.edges.flatMap(({ from, to }) => wayOf(from, to, keys)),
  maxRounds: String(protocol.maxRounds),
  maxPingPong: String(protocol.maxPingPongPerPair),
  waitSeconds: String(protocol.intentTimeoutMs / MS),
  actorMayCancel: protocol.actorMayCancel,
});

const typed = z.union([z.number().transform(String), z.string()]).catch('');
const Loose = z.object({
  entrySlot: z.string().catch(''),
  edges: z.array(z.object({ from: z.string(), to: z.string() })).catch([]),
  maxRounds: typed,
  maxPingPongPerPair: typed,
  intentTimeoutMs: z.number().nullable().catch(null),
  actorMayCancel: z.boolean().catch(false),
});

/** Of a saved draft that may be unfinished. */
export function readHandoff(saved: unknown, keys: ReadonlyMap<string, string>): HandoffDraft {
  const loose = Loose.safeParse(saved);
  if (!loose.success) return newHandoff();
  const { entrySlot, edges, maxRounds, maxPingPongPerPair, intentTimeoutMs, actorMayCancel } = loose.data;
  return {
    entry: keys.get(entrySlot) ?? '',
    ways: edges.flatMap(({ from, to }) => wayOf(from, to, keys)),
    ...{ maxRounds, maxPingPong: maxPingPongPerPair, actorMayCancel },
    waitSeconds: intentTimeoutMs === null ? '' : String(intentTimeoutMs / MS),
  };
}

function wayOf(from: string, to: string, keys: ReadonlyMap<string, string>): HandoffDraft['ways'] {
  const ends = { from: keys.get(from), to: keys.get(to) };
  return ends.from !== undefined && ends.to !== undefined ? [{ from: ends.from, to: ends.to }] : [];
}
