import { type Answer, answerOf } from '@domain/answer';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { ZodError } from 'zod';
import { StreamRefused } from './stream-request';

/** The tRPC code of each status that an answer may have. */
const CODE_OF: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  // tRPC has none of its own for this.
  406: 'UNSUPPORTED_MEDIA_TYPE',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};
const codeOf = (status: number): TRPC_ERROR_CODE_KEY => CODE_OF[status] ?? 'INTERNAL_SERVER_ERROR';

const OWN_WORDS: Partial<Record<number, { code: string; message: string }>> = {
  400: { code: 'bad_request', message: 'The request is not valid' },
  404: { code: 'not_found', message: 'Not found' },
  405: { code: 'method_not_allowed', message: 'This method is not allowed here' },
  406: { code: 'not_acceptable', message: 'This is a stream: accept text/event-stream' },
  413: { code: 'too_large', message: 'The request is too large' },
  415: { code: 'unsupported_media_type', message: 'Send JSON' },
};

/** The answer for what a procedure threw, or for what tRPC itself refused before one ran. */
export function answerOfTrpc(error: TRPCError, traceId: string): Answer {
  const badInput = error.code === 'BAD_REQUEST' && error.cause instanceof ZodError;
  const answer = answerOf(error, traceId, { input: badInput });
  const refused = error.cause instanceof StreamRefused ? error.cause.status : undefined;
  if (answer.body.code !== 'internal' || (error.code === 'INTERNAL_SERVER_ERROR' && !refused)) return answer;
  // Raised by tRPC: its own text would repeat the caller's bytes or name our procedures.
  const status = refused ?? getHTTPStatusCodeFromError(error);
  const own = OWN_WORDS[status];
  if (!own) return answer;
  return { status, body: { ...own, reason: own.code, traceId } };
}

/** The same error with the code whose HTTP status is the answer's, so that a direct caller sees it too. */
export function withStatus(error: TRPCError, traceId: string): TRPCError {
  const { status, body } = answerOfTrpc(error, traceId);
  const code = codeOf(status);
  return code === error.code
    ? error
    : new TRPCError({ code, message: body.message, cause: error.cause ?? error });
}

/** The body as tRPC sends it: `data` carries ours. */
export function shapeOf(error: TRPCError, traceId: string) {
  const { status, body } = answerOfTrpc(error, traceId);
  const code = codeOf(status);
  return {
    message: body.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { ...body, httpStatus: status },
  };
}
