import { inTenant } from './in-tenant';
import { type RunRef, TEXT_KEPT, TEXT_TTL_MS, type TextPiece } from './signals';
import { runKey } from './subscribers';

/** What this process wrote of a step, as the table has it. */
type Written = { epoch: number; offset: number; text: string; at: number };
type Row = { step_id: string; epoch: number; text_offset: number; text: string };

/** Replaces what an older epoch left; a newer epoch's row stays as it is. */
const APPEND = `
INSERT INTO step_stream AS s (org_id, run_id, step_id, epoch, text_offset, text, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
ON CONFLICT (org_id, run_id, step_id) DO UPDATE SET
  text = CASE WHEN s.epoch = excluded.epoch AND $7 THEN s.text || excluded.text ELSE excluded.text END,
  text_offset = CASE WHEN s.epoch = excluded.epoch AND $7 THEN s.text_offset ELSE excluded.text_offset END,
  epoch = excluded.epoch, updated_at = excluded.updated_at
WHERE s.epoch <= excluded.epoch`;
const CLEAR = `DELETE FROM step_stream WHERE org_id = $1 AND run_id = $2 AND step_id = $3 AND epoch <= $4`;
const READ = `
SELECT step_id, epoch, text_offset, text FROM step_stream
WHERE org_id = $1 AND run_id = $2 AND updated_at > clock_timestamp() - make_interval(secs => $3)`;

/** Running texts in the unlogged table `step_stream`, inside the tenant's wall. */
export class PostgresText {
  readonly #written = new Map<string, Written>();
  #last: Promise<unknown> = Promise.resolve();

  /** Pieces are written one after another, so that they are appended in their order. */
  append(piece: RunRef & TextPiece): Promise<void> {
    return this.#inTurn(async () => {
      const key = `${runKey(piece)}/${piece.stepId}`;
      const known = this.#written.get(key);
      if (known && known.epoch > piece.epoch) return;
      const text = piece.text.replaceAll('\0', '\uFFFD');
      const continues = known?.epoch === piece.epoch && known.offset + known.text.length === piece.offset;
      const next: Written = continues
        ? { ...known, text: known.text + text, at: Date.now() }
        : { epoch: piece.epoch, offset: piece.offset, text, at: Date.now() };
      const trimmed = next.text.length > TEXT_KEPT;
      if (trimmed) trim(next);
      // Appending is the rule; after trimming the row gets the whole that is kept.
      const appends = continues && !trimmed;
      const values = appends ? [piece.offset, text] : [next.offset, next.text];
      await inTenant(piece.orgId, (client) =>
        client.query(APPEND, [piece.orgId, piece.runId, piece.stepId, piece.epoch, ...values, appends]),
      );
      this.#written.set(key, next);
      this.#forgetIdle();
    });
  }

  clear(ref: RunRef, stepId: string, epoch: number): Promise<void> {
    return this.#inTurn(async () => {
      this.#written.delete(`${runKey(ref)}/${stepId}`);
      await inTenant(ref.orgId, (client) => client.query(CLEAR, [ref.orgId, ref.runId, stepId, epoch]));
    });
  }

  async read(ref: RunRef): Promise<TextPiece[]> {
    const { rows } = await inTenant(ref.orgId, (client) =>
      client.query<Row>(READ, [ref.orgId, ref.runId, TEXT_TTL_MS / 1_000]),
    );
    return rows.map((r) => ({ stepId: r.step_id, epoch: r.epoch, offset: r.text_offset, text: r.text }));
  }

  /** Resolves when what was handed in is written. */
  async settled(): Promise<void> {
    await this.#last;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #forgetIdle(): void {
    if (this.#written.size < 1_000) return;
    for (const [key, { at }] of this.#written) {
      if (at < Date.now() - TEXT_TTL_MS) this.#written.delete(key);
    }
  }
}

/** Keeps the last half of what may be kept, so that trimming is rare; never cuts a character in two. */
function trim(written: Written): void {
  let from = written.text.length - TEXT_KEPT / 2;
  if (/[\uDC00-\uDFFF]/.test(written.text.charAt(from))) from++;
  written.text = written.text.slice(from);
  written.offset += from;
}
