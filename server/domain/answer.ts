import { z } from 'zod';
import { DomainError, type ErrorCode, type Issue, STATUS_OF } from './errors';

/** What every edge answers for an error: never a stack, never a message that was not written for a person. */
export type AnswerBody = {
  code: string;
  message: string;
  reason: string;
  issues?: Issue[];
  details?: Record<string, unknown>;
  traceId: string;
};
export type Answer = { status: number; body: AnswerBody; retryAfterSeconds?: number };

/** Seconds after which a client may try again when nobody said how long it should wait. */
const RETRY_AFTER_S = 1;

/**
 * Error codes that say "not now": Prisma's (pool or transaction timed out, server unreachable), PostgreSQL's
 * (cancelled, lock not available, too many connections, shutting down, read-only) and the socket's.
 */
const UNAVAILABLE = new Set([
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037'],
  ...[
    '57014',
    '55P03',
    '40001',
    '40P01',
    '53300',
    '53400',
    '57P01',
    '57P02',
    '57P03',
    '25P03',
    '25006',
    '3D000',
  ],
  ...['08000', '08001', '08003', '08004', '08006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'],
]);
/** What `pg` says without a code. */
const UNAVAILABLE_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Unable to start a transaction in the given time|Transaction already closed/;

/** How deep a cause may be wrapped: tRPC, Prisma, the driver adapter, `pg`. */
const MAX_DEPTH = 6;

function* causes(error: unknown): Generator<Record<string, unknown>> {
  let at = error;
  for (let depth = 0; depth < MAX_DEPTH && typeof at === 'object' && at !== null; depth += 1) {
    const one = at as Record<string, unknown>;
    yield one;
    const meta = one.meta as { driverAdapterError?: unknown } | undefined;
    at = one.cause ?? meta?.driverAdapterError;
  }
}

const isUnavailable = (error: unknown): boolean =>
  [...causes(error)].some(
    ({ code, originalCode, message }) =>
      UNAVAILABLE.has(String(code)) ||
      UNAVAILABLE.has(String(originalCode)) ||
      (typeof message === 'string' && UNAVAILABLE_MESSAGE.test(message)),
  );

const issuesOf = (error: z.ZodError): Issue[] =>
  error.issues.map(({ path, code, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    code,
    message,
  }));

function plain(code: ErrorCode, message: string, traceId: string): Answer {
  return { status: STATUS_OF[code], body: { code, message, reason: code, traceId } };
}

/**
 * The one mapping from an error to an answer. `input`: a zod error means a malformed request (400); without it
 * a zod error is our own broken output (500).
 */
export function answerOf(error: unknown, traceId: string, { input = false } = {}): Answer {
  for (const cause of causes(error)) {
    if (cause instanceof DomainError) return domainAnswer(cause, traceId);
    if (input && cause instanceof z.ZodError) {
      const answer = plain('bad_request', 'The request is not valid', traceId);
      return { ...answer, body: { ...answer.body, issues: issuesOf(cause) } };
    }
  }
  if (isUnavailable(error)) {
    const answer = plain('unavailable', 'Busy right now, try again in a moment', traceId);
    return { ...answer, retryAfterSeconds: RETRY_AFTER_S };
  }
  return plain('internal', 'Something went wrong on our side', traceId);
}

function domainAnswer(error: DomainError, traceId: string): Answer {
  const body: AnswerBody = { code: error.code, message: error.message, reason: error.reason, traceId };
  if (error.issues.length > 0) body.issues = error.issues;
  if (Object.keys(error.details).length > 0) body.details = error.details;
  return error.code === 'too_many_requests' || error.code === 'unavailable'
    ? { status: error.status, body, retryAfterSeconds: error.retryAfterSeconds ?? RETRY_AFTER_S }
    : { status: error.status, body };
}
