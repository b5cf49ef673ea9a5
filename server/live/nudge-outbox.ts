import type { RunRef } from './signals';

type Nudge = RunRef & { seq: number };

/** Nudges of one run within this time are one message, in ms: a fast run's every commit is not worth a write. */
const COALESCE_MS = 15;

/** Keeps the newest nudge of each run until its time has come. */
export class NudgeOutbox {
  private readonly waiting = new Map<string, Nudge>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly send: (nudge: Nudge) => void) {}

  add({ orgId, runId, seq }: Nudge): void {
    const newest = Math.max(seq, this.waiting.get(runId)?.seq ?? 0);
    this.waiting.set(runId, { orgId, runId, seq: newest });
    this.timer ??= setTimeout(() => this.flush(), COALESCE_MS);
  }

  /** Before something that must not overtake the run's nudge. */
  flushRun(runId: string): void {
    const nudge = this.waiting.get(runId);
    if (!nudge) return;
    this.waiting.delete(runId);
    this.send(nudge);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const nudge of all) this.send(nudge);
  }
}
