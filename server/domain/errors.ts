/** One problem in an input: where it is, which rule it breaks, and a sentence for a person. */
export type Issue = { path: (string | number)[]; code: string; message: string };

/** Each code has one HTTP status; `STATUS_OF` is the only place that says which. */
export const STATUS_OF = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

type Extras = {
  /** The stable word that a program tells cases apart by, for example `stale_base`. */
  reason?: string;
  issues?: Issue[];
  /** What a person may choose from (409), or what is missing (422). */
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
};

/** The one error that verbs throw on purpose. Anything else that reaches an edge is a bug and answers 500. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly issues: Issue[];
  readonly details: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.reason = extras.reason ?? code;
    this.issues = extras.issues ?? [];
    this.details = extras.details ?? {};
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }

  get status(): number {
    return STATUS_OF[this.code];
  }
}

/** The same bytes for what does not exist and for what may not be seen. */
export const notFound = (): DomainError => new DomainError('not_found', 'Not found');
export const forbidden = (): DomainError => new DomainError('forbidden', 'Your role does not allow this');
