import { setImmediate as nextTurn } from 'node:timers/promises';
import { log } from '../../log';

/** How items are sent. Sending one twice must be harmless. */
type Ways<Item, Answer> = {
  /** Sends one that came alone. */
  alone: (key: string, item: Item) => Promise<Answer>;
  /** Sends several at once; null for one that has to go apart, null or an error for all of them. */
  together: (key: string, items: Item[]) => Promise<(Answer | null)[] | null>;
  /** Sends one that could not be shared, beside the lane. */
  apart: (item: Item) => Promise<Answer>;
};

type Waiting<Item, Answer> = {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** Items of one statement; more do not make it cheaper. */
const MOST = 64;

/**
 * Sends items of one key one statement after the other: an item that comes alone goes alone and at once, what comes
 * while a statement is in flight goes together with the next. That one leaves before the answers of the last are told,
 * so the database works on it while this process works on them. One item's answer never depends on another's, and an
 * error of a shared statement is nobody's: each of its items is then sent apart.
 */
export class Lane<Item, Answer> {
  private readonly lanes = new Map<string, Waiting<Item, Answer>[]>();

  constructor(private readonly ways: Ways<Item, Answer>) {}

  /** @throws what sending this item alone throws */
  send(key: string, item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.lanes.get(key);
      if (waiting) waiting.push({ item, resolve, reject });
      else void this.drain(key, { item, resolve, reject });
    });
  }

  private async drain(key: string, first: Waiting<Item, Answer>): Promise<void> {
    const waiting = [first];
    this.lanes.set(key, waiting);
    let tell: (() => void) | null = null;
    for (;;) {
      const batch = waiting.splice(0, MOST);
      const sent = batch.length > 0 ? this.fly(key, batch) : null;
      // What was sent has left the process by the next turn.
      if (tell && sent) await nextTurn();
      tell?.();
      // Those who were answered together come again together.
      if (tell && !sent) await nextTurn();
      tell = sent && (await sent);
      if (!tell && waiting.length === 0) break;
      if (tell && batch.length === 1 && waiting.length === 0) {
        tell();
        break;
      }
    }
    this.lanes.delete(key);
  }

  /** Answers how to tell what became of them. */
  private async fly(key: string, batch: Waiting<Item, Answer>[]): Promise<() => void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      return this.ways.alone(key, only.item).then(
        (answer) => () => only.resolve(answer),
        (error: unknown) => () => only.reject(error),
      );
    }
    const items = batch.map(({ item }) => item);
    const answers = await this.ways.together(key, items).catch((error: unknown) => {
      log().info({ err: error, items: items.length }, 'a shared statement failed: each goes apart');
      return null;
    });
    return () => {
      for (const [at, { item, resolve, reject }] of batch.entries()) {
        const answer = answers?.[at];
        if (answer) resolve(answer);
        else this.ways.apart(item).then(resolve, reject);
      }
    };
  }
}

/** Rows of all items, each with its item's place 1..n, as the SQL functions take them. */
export const placed =
  <Item>(items: readonly Item[]) =>
  <Row extends object>(of: (item: Item) => readonly Row[] | undefined): object[] =>
    items.flatMap((item, at) => (of(item) ?? []).map((row) => ({ i: at + 1, ...row })));
