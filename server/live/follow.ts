import { notFound } from '@domain/errors';
import type { Fact } from '@domain/run/fact';
import type { RunState } from '@domain/run/state';
import { control, failpoint } from '../failpoint';
import type { Journal } from './journal';
import type { Outbound } from './outbound';
import type { RunRef, TextPiece } from './signals';
import { PAGE, type Tail } from './tail';
import type { Tails } from './tails';

/** A stream that is further behind than this starts from the run's snapshot, if there is one. */
export const SNAPSHOT_BEHIND = 1_000;

export type WatchEvent =
  | { kind: 'fact'; seq: number; fact: Fact }
  | { kind: 'snapshot'; seq: number; state: RunState }
  /** What was shown so far does not connect to what comes: start anew from the next event. */
  | { kind: 'resync'; seq: number }
  | ({ kind: 'text' } & TextPiece);

export type Following = {
  tails: Tails;
  journal: Journal;
  /** A point between the back-fill and the live part, for the test of the hand-over. */
  reached?: (point: 'handover') => Promise<void>;
};

/**
 * The facts of a run after `after`, each once and in order, then what happens, until `run.closed` was given; in
 * batches, as they are read or come. Holds
 * the run's tail (subscribed) before it reads the journal, catches up by itself page by page as fast as the client
 * reads, and joins the tail at the moment when its last fact is the tail's.
 * @throws not_found, StreamEnded; returns when `signal` fires.
 */
export async function* followRun(
  { tails, journal, reached = failpoint }: Following,
  ref: RunRef,
  after: number,
  out: Outbound,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent[], void, void> {
  // Weakened for its control: what happens between such a read and the subscription is never shown.
  const early = control('backfill_first') ? await journal.read(ref, after, PAGE) : [];
  if (early.length > 0) await reached('handover');
  const held = await tails.hold(ref);
  if (!held) throw notFound();
  const { tail, release } = held;
  try {
    let last = after;
    if (early.length > 0) {
      yield early.map(given);
      last = early.at(-1)!.seq;
    }
    if (early.length === 0) {
      last = yield* start(journal, tail, after);
      last = yield* catchUp(journal, tail, last, out, signal);
      await reached('handover');
      while (last < tail.cursor && !signal.aborted) last = yield* catchUp(journal, tail, last, out, signal);
    }
    // Nothing may wait between the comparison above and joining: the cursor would move unseen.
    if (signal.aborted || (tail.closed && last >= tail.cursor)) return;
    tail.join(out);
    yield* live(last, out, signal);
  } finally {
    tail.leave(out);
    release();
  }
}

/** Where the client begins: at the start again if it is ahead of the journal, at a snapshot if it is far behind. */
async function* start(
  journal: Journal,
  tail: Tail,
  after: number,
): AsyncGenerator<WatchEvent[], number, void> {
  // A client that comes from another process may know more than this tail has read yet.
  const head = after > tail.cursor ? await journal.head(tail.ref) : null;
  if (head) tail.seen(head);
  const ahead = head !== null && after > head.seq;
  if (ahead) yield [{ kind: 'resync', seq: 0 }];
  const last = ahead ? 0 : after;
  if (tail.cursor - last <= SNAPSHOT_BEHIND) return last;
  const state = await journal.snapshot(tail.ref);
  if (!state || state.seq <= last) return last;
  yield [{ kind: 'snapshot', seq: state.seq, state }];
  return state.seq;
}

/** Everything up to the tail's cursor, which may move meanwhile. */
async function* catchUp(
  journal: Journal,
  tail: Tail,
  from: number,
  out: Outbound,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent[], number, void> {
  let last = from;
  while (last < tail.cursor) {
    const facts = await journal.read(tail.ref, last, PAGE);
    if (facts.length === 0) {
      // The rest was there and is gone: nothing can be shown of it.
      last = tail.cursor;
      yield [{ kind: 'resync', seq: last }];
    }
    if (out.ended) throw out.ended;
    if (signal.aborted) return last;
    let batch: WatchEvent[] = [];
    for (const fact of facts) {
      if (fact.seq !== last + 1) {
        if (batch.length > 0) yield batch;
        batch = [];
        last = yield* acrossHole(journal, tail, last);
      }
      if (fact.seq <= last) continue;
      last = fact.seq;
      batch.push(given(fact));
    }
    if (batch.length > 0) yield batch;
  }
  return last;
}

/** Facts are missing from the journal: says so, and goes on from the snapshot where one reaches beyond. */
async function* acrossHole(
  journal: Journal,
  tail: Tail,
  last: number,
): AsyncGenerator<WatchEvent[], number, void> {
  yield [{ kind: 'resync', seq: last }];
  const state = await journal.snapshot(tail.ref);
  if (!state || state.seq <= last) return last;
  yield [{ kind: 'snapshot', seq: state.seq, state }];
  return state.seq;
}

async function* live(
  from: number,
  out: Outbound,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent[], void, void> {
  let last = from;
  for (let items = await out.next(signal); items; items = await out.next(signal)) {
    const batch: WatchEvent[] = [];
    let closed = false;
    for (const item of items) {
      if (item.kind === 'text') {
        batch.push(item);
        continue;
      }
      if (item.seq > last + 1) batch.push({ kind: 'resync', seq: last });
      if (item.seq > last) {
        last = item.seq;
        batch.push(item);
      }
      closed ||= item.fact.type === 'run.closed';
    }
    if (batch.length > 0) yield batch;
    if (closed) return;
  }
}

const given = (fact: Fact): WatchEvent => ({ kind: 'fact', seq: fact.seq, fact });
