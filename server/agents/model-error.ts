import type { Usage } from './port';

/** Why a call gave no answer, and whether the same call may succeed later. */
const RETRYABLE = {
  rate_limited: true,
  overloaded: true,
  server_error: true,
  /** The whole call took longer than it may. */
  timeout: true,
  /** No byte for too long. */
  silence: true,
  connection: true,
  /** The stream ended before the model said that it had finished. */
  half_stream: true,
  /** Not what the protocol says: malformed JSON, wrong content type, too big. */
  bad_answer: true,
  empty: true,
  refused: false,
  auth: false,
  quota: false,
  not_found: false,
  bad_request: false,
  too_long: false,
  blocked_url: false,
  aborted: false,
} as const;

export type ModelErrorReason = keyof typeof RETRYABLE;

type Extras = {
  retryable?: boolean;
  /** What the provider asked to wait, in ms. */
  retryAfterMs?: number;
  /** What the provider billed for an answer that is of no use: a refusal, an empty one. */
  usage?: Usage | null;
  /** The request never left: nobody has worked on it. */
  unsent?: boolean;
  cause?: unknown;
};

/** The one error of a model call. Its message is fit for a run's journal: no key, at most 300 characters. */
export class ModelError extends Error {
  readonly reason: ModelErrorReason;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly usage: Usage | null;
  readonly unsent: boolean;

  constructor(reason: ModelErrorReason, message: string, extras: Extras = {}) {
    super(message.slice(0, 300), { cause: extras.cause });
    this.name = 'ModelError';
    this.reason = reason;
    this.retryable = extras.retryable ?? RETRYABLE[reason];
    this.retryAfterMs = extras.retryAfterMs;
    this.usage = extras.usage ?? null;
    this.unsent = extras.unsent ?? false;
  }
}

export const aborted = (unsent = false): ModelError =>
  new ModelError('aborted', 'The call was stopped', { unsent });
