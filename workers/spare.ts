import { log } from '../server/log';

/**
 * Runs steps without the queue: while it is away, the sweep hands what is ready to this executor of the same
 * process, which keeps to the process's concurrency.
 */
export class Spare {
  #running = new Set<Promise<void>>();

  constructor(
    private readonly advance: () => Promise<number>,
    private readonly free: () => number,
  ) {}

  /** Takes on up to `ready` steps and goes on until none is left. */
  take(ready: number): void {
    const wanted = Math.min(ready, this.free() - this.#running.size);
    for (let n = 0; n < wanted; n++) {
      const one = this.#drain().finally(() => this.#running.delete(one));
      this.#running.add(one);
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #drain(): Promise<void> {
    try {
      while ((await this.advance()) > 0);
    } catch (error) {
      log().error({ err: error }, 'a step without the queue failed');
    }
  }
}
