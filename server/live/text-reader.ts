import type { RunRef, TextPiece } from './signals';
import { runKey } from './subscribers';

type Seen = { epoch: number; end: number };
type Following = { seen: Map<string, Seen>; reading: boolean; again: boolean };

/**
 * Turns "the text of this run has changed" into the pieces that are new. One read per run is under way at a time;
 * changes meanwhile are answered by one more.
 */
export class TextReader {
  readonly #runs = new Map<string, Following>();

  constructor(
    private readonly read: (ref: RunRef) => Promise<TextPiece[]>,
    private readonly deliver: (ref: RunRef, piece: TextPiece) => void,
  ) {}

  changed(ref: RunRef): void {
    const key = runKey(ref);
    const run = this.#runs.get(key) ?? { seen: new Map(), reading: false, again: false };
    this.#runs.set(key, run);
    if (run.reading) run.again = true;
    else void this.#follow(ref, run);
  }

  cleared(ref: RunRef, stepId: string): void {
    this.#runs.get(runKey(ref))?.seen.delete(stepId);
  }

  forget(ref: RunRef): void {
    this.#runs.delete(runKey(ref));
  }

  async #follow(ref: RunRef, run: Following): Promise<void> {
    run.reading = true;
    do {
      run.again = false;
      const texts = await this.read(ref).catch((): TextPiece[] => []);
      if (this.#runs.get(runKey(ref)) !== run) return;
      for (const text of texts) this.#deliverNew(ref, run, text);
    } while (run.again);
    run.reading = false;
  }

  #deliverNew(ref: RunRef, run: Following, { stepId, epoch, offset, text }: TextPiece): void {
    const seen = run.seen.get(stepId);
    if (seen && seen.epoch > epoch) return;
    const from = seen?.epoch === epoch ? Math.max(offset, seen.end) : offset;
    const end = offset + text.length;
    if (from < end) this.deliver(ref, { stepId, epoch, offset: from, text: text.slice(from - offset) });
    run.seen.set(stepId, { epoch, end: Math.max(end, from) });
  }
}
