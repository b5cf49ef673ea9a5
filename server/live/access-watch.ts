import { DomainError } from '@domain/errors';
import { log } from '../log';
import type { Standing, Viewer } from './standing';
import type { Clock } from './tails';

/** How often the access of those with open streams is looked at, in ms: a right that is gone ends within 3 s. */
export const ACCESS_POLL_MS = 2_000;

export type Watched = Viewer & {
  /** Asks again whether the viewer may read; rejects with a DomainError if not. */
  recheck(): Promise<void>;
  /** Ends the stream. */
  end(error: Error): void;
};

/**
 * Looks at the access behind every open stream of this process, in one query for all. A stream whose viewer's
 * standing has changed asks again, and ends if the answer is no; a signed-out one ends at once. A stream asks a first
 * time after it was opened, since something may have changed while it was.
 */
export class AccessWatch {
  readonly #open = new Map<Watched, { seen: Standing | undefined }>();
  #stop: (() => void) | undefined;
  #looking = false;

  constructor(
    private readonly read: (viewers: Viewer[]) => Promise<Standing[]>,
    private readonly clock: Clock,
  ) {}

  /** Watches until the returned function is called. */
  add(watched: Watched): () => void {
    this.#open.set(watched, { seen: undefined });
    this.#stop ??= this.clock.every(ACCESS_POLL_MS, () => void this.look());
    return () => {
      this.#open.delete(watched);
      if (this.#open.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  get size(): number {
    return this.#open.size;
  }

  async look(): Promise<void> {
    if (this.#looking || this.#open.size === 0) return;
    this.#looking = true;
    try {
      const entries = [...this.#open];
      const standings = await this.read(entries.map(([watched]) => watched));
      await Promise.all(
        entries.map(([watched, known], n) => this.#judge(watched, known, standings[n] ?? null)),
      );
    } catch (error) {
      log().warn({ err: String(error) }, 'the access of open streams could not be read');
    } finally {
      this.#looking = false;
    }
  }

  async #judge(watched: Watched, known: { seen: Standing | undefined }, now: Standing): Promise<void> {
    if (now === null) return watched.end(new DomainError('unauthenticated', 'Sign in first'));
    if (known.seen === now) return;
    try {
      await watched.recheck();
      known.seen = now;
    } catch (error) {
      if (error instanceof DomainError) watched.end(error);
      else log().warn({ err: String(error) }, 'the access of a stream could not be asked again');
    }
  }
}
