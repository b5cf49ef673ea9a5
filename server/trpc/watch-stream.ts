import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { WatchEvent } from '../live/follow';

type Unplaced<Event> = Event extends { seq: number } ? Omit<Event, 'seq'> : never;
export type WatchFrame = Unplaced<Exclude<WatchEvent, { kind: 'text' }>>;
export type WatchText = Extract<WatchEvent, { kind: 'text' }>;

/**
 * What `run.watch` gives: one by one to a caller in this process, each fact with its place; in batches, as they
 * come, to the HTTP edge, which writes many events with one call. It is read once, one way or the other.
 */
export class WatchStream implements AsyncIterable<TrackedEnvelope<WatchFrame> | WatchText> {
  constructor(readonly batches: AsyncGenerator<WatchEvent[], void, void>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<TrackedEnvelope<WatchFrame> | WatchText, void, void> {
    for await (const events of this.batches)
      for (const event of events) {
        if (event.kind === 'text') {
          yield event;
          continue;
        }
        const { seq, ...frame } = event;
        yield tracked(String(seq), frame);
      }
  }
}
