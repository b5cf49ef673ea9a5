import { DomainError } from '@domain/errors';

/** Streams that may be open at the same time in this process. They are counted per process, not over all of them. */
export const STREAMS_PER_USER = 10;
export const STREAMS_PER_ORG = 200;
const RETRY_S = 5;

/** Counts open streams of people and organizations. */
export class StreamSlots {
  readonly #taken = new Map<string, number>();

  /** Takes a slot; the returned function gives it back (once). @throws too_many_requests with Retry-After. */
  take(viewer: { orgId: string; userId: string }): () => void {
    const keys = [`user/${viewer.userId}`, `org/${viewer.orgId}`] as const;
    const [ofUser, ofOrg] = keys.map((key) => this.#taken.get(key) ?? 0) as [number, number];
    if (ofUser >= STREAMS_PER_USER || ofOrg >= STREAMS_PER_ORG) {
      throw new DomainError('too_many_requests', 'Too many live views are open', {
        reason: 'too_many_streams',
        retryAfterSeconds: RETRY_S,
      });
    }
    for (const key of keys) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    let held = true;
    return () => {
      if (held) for (const key of keys) this.#giveBack(key);
      held = false;
    };
  }

  #giveBack(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }
}
