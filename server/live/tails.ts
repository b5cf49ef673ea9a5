import { log } from '../log';
import type { Journal } from './journal';
import type { Bus, RunRef } from './signals';
import { runKey } from './subscribers';
import { Tail } from './tail';

/** The safety net's pace, in ms: how late a stream is when the bus says nothing. */
export const POLL_MS = 2_000;

type Entry = { tail: Tail; streams: number; opening: Promise<boolean> };

export type Clock = {
  now(): number;
  /** Calls `work` every `ms` until the returned function is called. */
  every(ms: number, work: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
};

/** One tail for each run that this process shows, for as long as somebody watches it, and one poll for all. */
export class Tails {
  readonly #entries = new Map<string, Entry>();
  #stopPolling: (() => void) | undefined;
  #polling = false;

  constructor(
    private readonly journal: Journal,
    private readonly bus: () => Bus,
    private readonly clock: Clock = systemClock,
  ) {}

  /** The run's tail, opened if need be; null: there is no such run. Each one held is released once. */
  async hold(ref: RunRef): Promise<{ tail: Tail; release(): void } | null> {
    const key = runKey(ref);
    let entry = this.#entries.get(key);
    if (!entry) {
      const tail = new Tail(ref, this.journal, this.bus());
      entry = { tail, streams: 0, opening: tail.open() };
      this.#entries.set(key, entry);
      this.#stopPolling ??= this.clock.every(POLL_MS, () => void this.#poll());
    }
    const mine = entry;
    mine.streams++;
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      if (--mine.streams === 0) this.#remove(key, mine);
    };
    try {
      if (await mine.opening) return { tail: mine.tail, release };
    } catch (error) {
      // The next one opens a tail of its own.
      if (this.#entries.get(key) === mine) this.#entries.delete(key);
      release();
      throw error;
    }
    release();
    return null;
  }

  /** Runs that are being followed; for gauges and leak checks. */
  get size(): number {
    return this.#entries.size;
  }

  #remove(key: string, entry: Entry): void {
    entry.tail.close();
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    if (this.#entries.size > 0) return;
    this.#stopPolling?.();
    this.#stopPolling = undefined;
  }

  /** One query per organization, however many runs and streams there are. */
  async #poll(): Promise<void> {
    for (const { tail } of this.#entries.values()) tail.dropIdle();
    if (this.#polling) return;
    this.#polling = true;
    const byOrg = new Map<string, Map<string, Tail>>();
    for (const { tail } of this.#entries.values()) {
      const { orgId, runId } = tail.ref;
      byOrg.set(orgId, (byOrg.get(orgId) ?? new Map()).set(runId, tail));
    }
    for (const [orgId, tails] of byOrg) {
      try {
        const heads = await this.journal.heads(orgId, [...tails.keys()]);
        for (const [runId, head] of heads) tails.get(runId)?.seen(head);
      } catch (error) {
        log().warn({ err: String(error), orgId }, 'the poll of the live view failed');
      }
    }
    this.#polling = false;
  }
}
