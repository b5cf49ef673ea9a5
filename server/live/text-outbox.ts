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
  /** Newest epoch of each step whose text was given on and has not ended. */
  readonly #given = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly deliver: (piece: RunRef & TextPiece) => void) {}

  #give(key: string, piece: RunRef & TextPiece): void {
    this.#given.set(key, piece.epoch);
    this.deliver(piece);
  }

  add(piece: RunRef & TextPiece): void {
    if (piece.text === '') return;
    const key = keyOf(piece, piece.stepId);
    const waiting = this.#waiting.get(key);
    if (waiting && waiting.epoch > piece.epoch) return;
    const continues = waiting?.epoch === piece.epoch && waiting.offset + waiting.text.length === piece.offset;
    if (waiting && continues) waiting.text += piece.text;
    else {
      if (waiting && waiting.epoch === piece.epoch) this.#give(key, waiting);
      this.#waiting.set(key, { ...piece });
    }
    this.#timer ??= setTimeout(() => this.flush(), TEXT_FLUSH_MS).unref();
  }

  /**
   * The step's outcome stands: what waits of its text is forgotten. True when others may have text of it that must be
   * cleared: a piece was given on, or an earlier claim, perhaps another process's, has written.
   */
  end(ref: RunRef, stepId: string, epoch: number): boolean {
    const key = keyOf(ref, stepId);
    if ((this.#waiting.get(key)?.epoch ?? epoch) <= epoch) this.#waiting.delete(key);
    const given = this.#given.get(key);
    if (given !== undefined && given <= epoch) this.#given.delete(key);
    return epoch > 1 || given !== undefined;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [key, piece] of [...this.#waiting]) {
      this.#waiting.delete(key);
      if (!endsInHalfCharacter(piece.text)) {
        this.#give(key, piece);
        continue;
      }
      const whole = piece.text.slice(0, -1);
      if (whole) this.#give(key, { ...piece, text: whole });
      this.#waiting.set(key, { ...piece, offset: piece.offset + whole.length, text: piece.text.slice(-1) });
    }
  }
}
