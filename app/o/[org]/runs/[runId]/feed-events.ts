import { apply } from '@domain/run/apply';
import type { Fact } from '@domain/run/fact';
import { initialState, type RunState } from '@domain/run/state';
import type { LiveText } from '@/components/run/feed';

type TextPiece = { kind: 'text'; stepId: string; epoch: number; offset: number; text: string };

/** What the stream brings; facts, snapshots and resyncs come with their place in the journal. */
export type FeedEvent =
  | { kind: 'fact'; fact: Fact }
  | { kind: 'snapshot'; state: RunState }
  | { kind: 'resync' }
  | TextPiece;

/** `anew`: the next fact or snapshot starts afresh. */
export type Folded = {
  state: RunState;
  facts: readonly Fact[];
  texts: Readonly<Record<string, LiveText>>;
  anew: boolean;
};

export const emptyFold = (): Folded => ({ state: initialState(), facts: [], texts: {}, anew: false });

/** Folds what arrived since the last picture, with the reducer that the engine itself uses. */
export function foldEvents(from: Folded, events: readonly FeedEvent[]): Folded {
  let { state, texts, anew } = from;
  let facts = [...from.facts];
  for (const event of events) {
    if (event.kind === 'text') texts = withText(texts, event);
    else if (event.kind === 'resync') anew = true;
    else if (event.kind === 'snapshot') {
      state = event.state;
      if (anew) facts = [];
      anew = false;
    } else {
      const { fact } = event;
      if (anew) {
        state = { ...initialState(), seq: fact.seq - 1 };
        facts = [];
        anew = false;
      }
      if (fact.seq !== state.seq + 1) continue;
      state = apply(state, fact);
      facts.push(fact);
      texts = withoutSettled(texts, fact);
    }
  }
  return { state, facts, texts, anew };
}

/** Pieces may overlap what is known, or lie behind a gap; those of an older epoch are dropped. */
function withText(texts: Folded['texts'], piece: TextPiece): Folded['texts'] {
  const known = texts[piece.stepId];
  if (known && piece.epoch < known.epoch) return texts;
  const joins =
    known?.epoch === piece.epoch &&
    piece.offset >= known.start &&
    piece.offset <= known.start + known.text.length;
  const next = joins
    ? { ...known, text: known.text.slice(0, piece.offset - known.start) + piece.text }
    : { epoch: piece.epoch, start: piece.offset, text: piece.text };
  return { ...texts, [piece.stepId]: next };
}

/** The settled text stands in the journal: what was shown while it came is of no more use. */
function withoutSettled(texts: Folded['texts'], fact: Fact): Folded['texts'] {
  const over =
    fact.type === 'plan.task.completed' ||
    fact.type === 'plan.task.invalidated' ||
    fact.type === 'plan.task.reopened';
  if (!over || !texts[fact.stepId]) return texts;
  const { [fact.stepId]: _, ...rest } = texts;
  return rest;
}
