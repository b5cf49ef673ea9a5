import type { RunRef, TextPiece } from './signals';

/** Pieces of one step that come within this time leave as one, in ms. */
export const TEXT_FLUSH_MS = 75;

type Waiting = RunRef & TextPiece;

const keyOf = (ref: RunRef, stepId: string) => `${ref.orgId}/${ref.runId}/${stepId}`;
const endsInHalfCharacter = (text: string) => /[\uD800-\uDBFF]$/.test(text);

/**
 * Collects the pieces of running texts and gives each step's on at most once per 75 ms. A newer epoch replaces
 * what waits of an older one. A character that a model's stream cut in two waits for its second half.
 */
export class TextOutbox {
  readonly #waiting = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly deliver: (piece: RunRef & TextPiece) => void) {}

  add(piece: RunRef & TextPiece): void {
    if (piece.text === '') return;
    const key = keyOf(piece, piece.stepId);
    const waiting = this.#waiting.get(key);
    if (waiting && waiting.epoch > piece.epoch) return;
    const continues = waiting?.epoch === piece.epoch && waiting.offset + waiting.text.length === piece.offset;
    if (waiting && continues) waiting.text += piece.text;
    else {
      if (waiting && waiting.epoch === piece.epoch) this.deliver(waiting);
      this.#waiting.set(key, { ...piece });
    }
    this.#timer ??= setTimeout(() => this.flush(), TEXT_FLUSH_MS).unref();
  }

  /** Gives on what waits of one step (its text has ended). */
  flushStep(ref: RunRef, stepId: string): void {
    const key = keyOf(ref, stepId);
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (waiting) this.deliver(waiting);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [key, piece] of [...this.#waiting]) {
      this.#waiting.delete(key);
      if (!endsInHalfCharacter(piece.text)) {
        this.deliver(piece);
        continue;
      }
      const whole = piece.text.slice(0, -1);
      if (whole) this.deliver({ ...piece, text: whole });
      this.#waiting.set(key, { ...piece, offset: piece.offset + whole.length, text: piece.text.slice(-1) });
    }
  }
}
