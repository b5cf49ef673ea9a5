import { log } from '../log';
import type { AbortSignalled, RunHandlers, RunRef } from './signals';

export const runKey = (ref: RunRef): string => `${ref.orgId}/${ref.runId}`;

/** Who in this process listens to what. A handler that throws disturbs no other. */
export class Subscribers {
  readonly #runs = new Map<string, Set<RunHandlers>>();
  readonly #aborts = new Set<(abort: AbortSignalled) => void>();

  /** True: the first one of this run. */
  add(ref: RunRef, handlers: RunHandlers): boolean {
    const key = runKey(ref);
    const known = this.#runs.get(key);
    if (known) known.add(handlers);
    else this.#runs.set(key, new Set([handlers]));
    return !known;
  }

  /** True: the last one of this run has left. */
  remove(ref: RunRef, handlers: RunHandlers): boolean {
    const key = runKey(ref);
    const known = this.#runs.get(key);
    if (!known?.delete(handlers) || known.size > 0) return false;
    this.#runs.delete(key);
    return true;
  }

  addAborts(handler: (abort: AbortSignalled) => void): () => void {
    this.#aborts.add(handler);
    return () => this.#aborts.delete(handler);
  }

  has(ref: RunRef): boolean {
    return this.#runs.has(runKey(ref));
  }

  tell(ref: RunRef, say: (handlers: RunHandlers) => void): void {
    for (const handlers of [...(this.#runs.get(runKey(ref)) ?? [])]) attempt(() => say(handlers));
  }

  tellAborts(abort: AbortSignalled): void {
    for (const handler of [...this.#aborts]) attempt(() => handler(abort));
  }

  tellRestored(): void {
    for (const run of [...this.#runs.values()]) for (const h of [...run]) attempt(() => h.restored());
  }

  /** For leak checks. */
  get size(): number {
    return this.#runs.size + this.#aborts.size;
  }

  clear(): void {
    this.#runs.clear();
    this.#aborts.clear();
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    log().error({ err: error }, 'a listener of the bus failed');
  }
}
