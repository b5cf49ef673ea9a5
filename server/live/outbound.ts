import type { Fact } from '@domain/run/fact';
import type { TextPiece } from './signals';

/** Bytes that may wait for one client; a client that lets more gather is dropped. */
export const OUTBOUND_MAX_BYTES = 1_048_576;
/** How long the oldest of them may wait, in ms. */
export const OUTBOUND_MAX_MS = 30_000;

/** Least time between two batches of one stream, in ms: what comes meanwhile leaves together. */
export const PACE_MS = 50;

/** The same object for every client, so that it is written once. */
export type Outgoing = { kind: 'fact'; seq: number; fact: Fact } | ({ kind: 'text' } & TextPiece);

/** Why a stream ends before its run: the client did not read, or may not read any more. */
export class StreamEnded extends Error {}

/**
 * What waits to be sent to one client, in order and bounded. `push` never waits; `next` waits for something to
 * send, and throws once the stream was ended. A batch leaves at once after a quiet `paceMs`, and else when it is over.
 */
export class Outbound {
  #items: { item: Outgoing; bytes: number; at: number }[] = [];
  #bytes = 0;
  #error: Error | undefined;
  #wake: (() => void) | undefined;
  #paced = false;

  constructor(
    private readonly now: () => number,
    private readonly paceMs = 0,
  ) {}

  push(item: Outgoing, bytes: number): void {
    if (this.#error) return;
    this.#items.push({ item, bytes, at: this.now() });
    this.#bytes += bytes;
    if (this.#bytes > OUTBOUND_MAX_BYTES) this.end(new StreamEnded('the client does not keep up'));
    this.#wake?.();
  }

  /** Ends the stream if its client has not read for too long. */
  checkAge(): void {
    const oldest = this.#items[0];
    if (oldest && this.now() - oldest.at > OUTBOUND_MAX_MS)
      this.end(new StreamEnded('the client does not read'));
  }

  /** What waits is dropped; the next read throws `error`. */
  end(error: Error): void {
    this.#error ??= error;
    this.#items = [];
    this.#bytes = 0;
    this.#wake?.();
  }

  get ended(): Error | undefined {
    return this.#error;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Everything that waits, at least one thing; undefined when `signal` fires first. */
  async next(signal: AbortSignal): Promise<Outgoing[] | undefined> {
    while (!signal.aborted) {
      if (this.#error) throw this.#error;
      if (this.#items.length > 0 && !this.#paced) return this.#take();
      await this.#something(signal);
    }
    return undefined;
  }

  #take(): Outgoing[] {
    const items = this.#items.map(({ item }) => item);
    this.#items = [];
    this.#bytes = 0;
    if (this.paceMs > 0) {
      this.#paced = true;
      setTimeout(() => {
        this.#paced = false;
        this.#wake?.();
      }, this.paceMs).unref();
    }
    return items;
  }

  async #something(signal: AbortSignal): Promise<void> {
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#wake = wake;
    signal.addEventListener('abort', wake, { once: true });
    await woken;
    signal.removeEventListener('abort', wake);
    this.#wake = undefined;
  }
}
