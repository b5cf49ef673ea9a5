import { TEXT_KEPT, type TextPiece } from './signals';

const endOf = (piece: TextPiece): number => piece.offset + piece.text.length;

/** What a run's running steps have written so far, put together from pieces that may come late, twice or not at all. */
export class RunningTexts {
  readonly #steps = new Map<string, TextPiece>();

  /** What is new in `piece`; `null`: nothing; `'gap'`: something before it is missing. */
  add(piece: TextPiece): TextPiece | null | 'gap' {
    const known = this.#steps.get(piece.stepId);
    if (!known || known.epoch < piece.epoch) {
      if (piece.offset > 0) return 'gap';
      return this.#keep(piece, piece);
    }
    if (known.epoch > piece.epoch || endOf(piece) <= endOf(known)) return null;
    if (piece.offset > endOf(known)) return 'gap';
    const fresh = { ...piece, offset: endOf(known), text: piece.text.slice(endOf(known) - piece.offset) };
    return this.#keep({ ...known, text: known.text + fresh.text }, fresh);
  }

  /** Takes over what the bus keeps of a step; gives back what is new in it, a hole before it included. */
  adopt(whole: TextPiece): TextPiece | null {
    const added = this.add(whole);
    return added === 'gap' ? this.#keep(whole, whole) : added;
  }

  clear(stepId: string, epoch = Number.POSITIVE_INFINITY): void {
    const known = this.#steps.get(stepId);
    if (known && known.epoch <= epoch) this.#steps.delete(stepId);
  }

  all(): TextPiece[] {
    return [...this.#steps.values()];
  }

  #keep(whole: TextPiece, fresh: TextPiece): TextPiece {
    const surplus = whole.text.length - TEXT_KEPT;
    // Trimmed by half at once, so that a long text is not copied for each of its pieces.
    const from = surplus > 0 ? whole.text.length - TEXT_KEPT / 2 : 0;
    this.#steps.set(whole.stepId, {
      stepId: whole.stepId,
      epoch: whole.epoch,
      offset: whole.offset + from,
      text: whole.text.slice(from),
    });
    return { stepId: fresh.stepId, epoch: fresh.epoch, offset: fresh.offset, text: fresh.text };
  }
}
