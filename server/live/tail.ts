import type { Fact } from '@domain/run/fact';
import { log } from '../log';
import { dataOf } from './frames';
import type { Head, Journal } from './journal';
import type { Outbound, Outgoing } from './outbound';
import { RunningTexts } from './running-texts';
import type { Bus, RunRef, Subscription, TextPiece } from './signals';

/** Facts that one read of the journal brings. */
export const PAGE = 500;
/** Facts after which a step's running text is no longer shown: its outcome is recorded. */
const ENDS_TEXT = new Set<string>([
  'plan.task.completed',
  'plan.task.failed',
  'plan.task.retried',
  'plan.task.cancelled',
  'step.stopped',
]);

/**
 * Follows one run for all streams of this process: reads each fact of its journal once, in the tenant's context,
 * and fans it out to the streams that have caught up. Facts and cursor move together without a pause between, so
 * a stream whose last fact is the cursor's misses nothing from then on.
 */
export class Tail {
  /** The last fact that was fanned out; everything up to here is in the journal for those who catch up. */
  cursor = 0;
  closed = false;
  readonly texts = new RunningTexts();
  readonly #live = new Set<Outbound>();
  #subscription: Subscription | undefined;
  #pumping: Promise<void> | undefined;
  #again = false;
  #refetching = false;
  #left = false;
  #opened = false;

  constructor(
    readonly ref: RunRef,
    private readonly journal: Journal,
    private readonly bus: Bus,
  ) {}

  /** Subscribes first and only then looks where the journal ends. False: there is no such run. */
  async open(): Promise<boolean> {
    this.#subscription = this.bus.subscribe(this.ref, {
      nudge: (seq) => {
        if (seq > this.cursor) this.pump();
      },
      text: (piece) => this.#textCame(piece),
      textCleared: (stepId, epoch) => this.texts.clear(stepId, epoch),
      restored: () => this.pump(),
    });
    await this.#subscription.ready;
    const head = await this.journal.head(this.ref);
    if (!head) return false;
    this.cursor = head.seq;
    this.closed = head.closed;
    if (!head.closed) for (const text of await this.bus.currentText(this.ref)) this.texts.adopt(text);
    // Only now: a read that began before the cursor stood would move it back.
    this.#opened = true;
    this.pump();
    return true;
  }

  /** From now on everything goes to `out` as it happens. */
  join(out: Outbound): void {
    this.#live.add(out);
    for (const text of this.texts.all()) send(out, { kind: 'text', ...text });
  }

  leave(out: Outbound): void {
    this.#live.delete(out);
  }

  /** The safety net found the journal at `head`. */
  seen(head: Head): void {
    if (head.seq > this.cursor) this.pump();
  }

  /** Ends the streams whose clients have stopped reading. */
  dropIdle(): void {
    for (const out of this.#live) out.checkAge();
  }

  close(): void {
    this.#left = true;
    this.#subscription?.unsubscribe();
    this.#live.clear();
  }

  /** Reads what is new. One read is under way at a time; calls meanwhile are answered by one more. */
  pump(): void {
    if (!this.#opened || this.#left) return;
    this.#again = true;
    this.#pumping ??= this.#readNew().finally(() => {
      this.#pumping = undefined;
      if (this.#again && !this.#left) this.pump();
    });
  }

  async #readNew(): Promise<void> {
    try {
      while (this.#again && !this.#left) {
        this.#again = false;
        const facts = await this.journal.read(this.ref, this.cursor, PAGE);
        if (this.#left) return;
        for (const fact of facts) this.#fanOut(fact);
        if (facts.length === PAGE) this.#again = true;
      }
    } catch (error) {
      this.#again = false; // the net tries again
      log().warn({ err: String(error), ...this.ref }, 'the journal could not be read');
    }
  }

  #fanOut(fact: Fact): void {
    this.cursor = fact.seq;
    if (fact.type === 'run.closed') this.closed = true;
    if (ENDS_TEXT.has(fact.type) && 'stepId' in fact && fact.stepId) this.texts.clear(fact.stepId);
    if (this.#live.size > 0) this.#toAll({ kind: 'fact', seq: fact.seq, fact });
  }

  #textCame(piece: TextPiece): void {
    const fresh = this.texts.add(piece);
    if (fresh === 'gap') void this.#refetch();
    else if (fresh) this.#toAll({ kind: 'text', ...fresh });
  }

  #toAll(item: Outgoing): void {
    for (const out of this.#live) send(out, item);
  }

  async #refetch(): Promise<void> {
    if (this.#refetching) return;
    this.#refetching = true;
    for (const whole of await this.bus.currentText(this.ref)) {
      const fresh = this.texts.adopt(whole);
      if (fresh) this.#toAll({ kind: 'text', ...fresh });
    }
    this.#refetching = false;
  }
}

const send = (out: Outbound, item: Outgoing): void => out.push(item, dataOf(item).length);
