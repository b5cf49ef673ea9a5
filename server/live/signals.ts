export type RunRef = { orgId: string; runId: string };

/**
 * A piece of a running step's text. `offset` is its place in the text of that epoch, counted in UTF-16 units.
 * What a step has written so far is such a piece as well: its offset is above 0 once more than 64 KB were written.
 */
export type TextPiece = { stepId: string; epoch: number; offset: number; text: string };

export type RunHandlers = {
  /** The run has facts up to `seq` at least. */
  nudge(seq: number): void;
  text(piece: TextPiece): void;
  /** The step's outcome is recorded: its final text stands in the journal. */
  textCleared(stepId: string, epoch: number): void;
  /** The connection was lost and is back: what was said meanwhile is unknown. */
  restored(): void;
};

export type AbortSignalled = RunRef & { stepId: string; epoch: number };

/** `ready` resolves when the subscription stands, or after 1 s if it cannot (it is then taken up later). */
export type Subscription = { ready: Promise<void>; unsubscribe(): void };

/**
 * Tells other processes what just happened, faster than they would find out by reading. The same on both back
 * ends. Nothing here throws or need be awaited, and nothing is promised: without it the live view is up to 2 s late.
 */
export type Bus = {
  /** After a commit: the run's journal has grown to `seq`. */
  nudge(ref: RunRef & { seq: number }): void;
  /** Whoever runs this epoch of the step should stop. */
  abort(ref: RunRef, stepId: string, epoch: number): void;
  /** Coalesced per 50–100 ms; pieces of an older epoch are dropped. */
  publishText(piece: RunRef & TextPiece): void;
  /** The step's outcome is recorded: its running text is forgotten, and said so if anybody can have seen it. */
  clearText(ref: RunRef, stepId: string, epoch: number): void;
  /** What the run's running steps have written so far (the last 64 KB of each); empty when it cannot be had. */
  currentText(ref: RunRef): Promise<TextPiece[]>;
  subscribe(ref: RunRef, handlers: RunHandlers): Subscription;
  subscribeAborts(handler: (abort: AbortSignalled) => void): Subscription;
  close(): Promise<void>;
};

/** How long a running text is kept after its last piece, in ms: longer than any silence of a model that is let be. */
export const TEXT_TTL_MS = 600_000;
/** Characters of a running step's text that are kept for those who join. */
export const TEXT_KEPT = 65_536;
/** How long a subscriber waits for its subscription to stand, in ms. */
export const SUBSCRIBE_WAIT_MS = 1_000;
