import type pg from 'pg';

/** Jobs may end in another process's hands or behind a sweep; this is how late that is found out, in ms. */
const SAFETY_NET_MS = 250;

type Waiting = { resolve: () => void; reject: (error: Error) => void };

/** Knows when runs are closed, by the row in the database and nothing less. */
export class Ends {
  private readonly waiting = new Map<string, Waiting>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly admin: pg.Pool) {
    this.timer = setInterval(() => void this.look(), SAFETY_NET_MS);
  }

  /** Resolves when the run is closed; rejects when it did not end well. */
  of(runId: string): Promise<void> {
    return new Promise((resolve, reject) => this.waiting.set(runId, { resolve, reject }));
  }

  /** Looks at the runs that are waited for, once. */
  async look(): Promise<void> {
    if (this.waiting.size === 0) return;
    const { rows } = await this.admin.query<{ id: string; status: string }>({
      name: 'closed',
      text: 'SELECT id, status::text FROM run WHERE id = ANY($1::uuid[]) AND closed_at IS NOT NULL',
      values: [[...this.waiting.keys()]],
    });
    for (const { id, status } of rows) {
      const found = this.waiting.get(id);
      this.waiting.delete(id);
      if (status === 'completed') found?.resolve();
      else found?.reject(new Error(`run ${id} ended ${status}`));
    }
  }

  close(): void {
    clearInterval(this.timer);
  }
}
