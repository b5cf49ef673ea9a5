import type pg from 'pg';
import { knownRun } from '../../../server/db/journal/append';

/** Jobs may end in another process's hands or behind a sweep; this is how late that is found out, in ms. */
const SAFETY_NET_MS = 250;

type Waiting = { resolve: () => void; reject: (error: Error) => void };

/**
 * Knows when runs are closed: by the state that the engine keeps after a commit, as the peers know by the promise
 * of their own process; on a timer by the row in the database, for what another process ended.
 */
export class Ends {
  private readonly waiting = new Map<string, Waiting>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly admin: pg.Pool,
    private readonly orgId: string,
  ) {
    this.timer = setInterval(() => void this.look(), SAFETY_NET_MS);
  }

  /** Resolves when the run is closed; rejects when it did not end well. */
  of(runId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.set(runId, { resolve, reject });
      this.tell();
    });
  }

  /** Those that this process has closed. */
  tell(): void {
    for (const runId of [...this.waiting.keys()]) {
      const state = knownRun({ orgId: this.orgId, runId });
      if (state?.closed) this.end(runId, state.status);
    }
  }

  private async look(): Promise<void> {
    if (this.waiting.size === 0) return;
    const { rows } = await this.admin.query<{ id: string; status: string }>({
      name: 'closed',
      text: 'SELECT id, status::text FROM run WHERE id = ANY($1::uuid[]) AND closed_at IS NOT NULL',
      values: [[...this.waiting.keys()]],
    });
    for (const { id, status } of rows) this.end(id, status);
  }

  private end(runId: string, status: string): void {
    const found = this.waiting.get(runId);
    this.waiting.delete(runId);
    if (status === 'completed') found?.resolve();
    else found?.reject(new Error(`run ${runId} ended ${status}`));
  }

  close(): void {
    clearInterval(this.timer);
  }
}
