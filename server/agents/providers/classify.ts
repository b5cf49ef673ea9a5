import { DomainError } from '@domain/errors';
import { APICallError } from 'ai';
import { ModelError, type ModelErrorReason } from '../model-error';
import { retryAfterMs } from './retry-after';

/** The reasons that safeFetch's limits have. */
const OF_DOMAIN: Record<string, ModelErrorReason> = {
  blocked_url: 'blocked_url',
  response_too_large: 'bad_answer',
  response_too_slow: 'timeout',
  response_silent: 'silence',
};

/** No connection came about, so nothing was sent: unlike a connection that broke later. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Words of a provider's own error, whatever its HTTP status; the first that matches counts. */
const OF_WORDS: [RegExp, ModelErrorReason][] = [
  [/insufficient_quota|billing_hard_limit|credit balance/i, 'quota'],
  [/rate_limit|too many requests/i, 'rate_limited'],
  [/overloaded/i, 'overloaded'],
  [/context_length|context window|prompt is too long|maximum context/i, 'too_long'],
  [/content_policy|content_filter|content management policy|moderation/i, 'refused'],
  [/invalid_api_key|authentication_error|permission_error/i, 'auth'],
];

function ofStatus(status: number): ModelErrorReason {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 404 || (status >= 300 && status < 400)) return 'not_found';
  if (status === 408) return 'timeout';
  if (status === 413) return 'too_long';
  if (status === 409 || status === 425 || status === 429) return 'rate_limited';
  if (status === 503 || status === 529) return 'overloaded';
  if (status >= 500) return 'server_error';
  if (status < 300) return 'bad_answer';
  return 'bad_request';
}

/** `error.message` of a provider's body, or the body itself. */
function wordsOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    const error = parsed && typeof parsed === 'object' && 'error' in parsed ? parsed.error : parsed;
    if (typeof error === 'string') return error;
    return JSON.stringify(error);
  } catch {
    return body;
  }
}

/** A provider that answered with an error, by HTTP status or inside a stream that began well (status 200). */
export function providerError(
  status: number,
  body: string,
  headers: Record<string, string> | undefined,
  cause?: unknown,
): ModelError {
  const words = wordsOf(body).replace(/\s+/g, ' ').slice(0, 240);
  const said = OF_WORDS.find(([pattern]) => pattern.test(words))?.[1];
  // 429 for an empty account is the one case in which the words know better than a telling status.
  const reason = status < 500 && said && (status !== 429 || said === 'quota') ? said : ofStatus(status);
  return new ModelError(reason, `The provider answered ${status}: ${words || 'nothing'}`, {
    retryAfterMs: retryAfterMs(headers, Date.now()),
    cause,
  });
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

function* chain(error: unknown): Generator<unknown> {
  for (let at = error, depth = 0; at !== undefined && at !== null && depth < 8; depth++) {
    yield at;
    at = at instanceof Error ? at.cause : undefined;
  }
}

const text = (error: unknown): string => {
  if (typeof error === 'string') return error;
  return error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error);
};

/** Any failure of a call as a `ModelError`. `began`: the provider had begun to answer well. */
export function classify(error: unknown, began: boolean): ModelError {
  for (const cause of chain(error)) {
    if (cause instanceof ModelError) return cause;
    if (cause instanceof DomainError) {
      return new ModelError(OF_DOMAIN[cause.reason] ?? 'connection', cause.message, { cause });
    }
    if (
      APICallError.isInstance(cause) &&
      cause.statusCode !== undefined &&
      cause.responseBody !== undefined
    ) {
      return providerError(cause.statusCode, cause.responseBody, cause.responseHeaders, cause);
    }
  }
  const broken = [...chain(error)].some(
    (cause) => /^(E[A-Z]+|UND_ERR_\w+)$/.test(codeOf(cause)) || cause instanceof TypeError,
  );
  if (broken) {
    const code = [...chain(error)].map(codeOf).find((found) => found !== '');
    const what = code ? ` (${code})` : '';
    return began
      ? new ModelError('half_stream', `The connection broke before the answer was whole${what}`, {
          cause: error,
        })
      : new ModelError('connection', `The model server could not be reached${what}`, {
          unsent: code !== undefined && UNSENT.has(code),
          cause: error,
        });
  }
  // An object inside the stream is what the provider says about its own failure.
  if (!(error instanceof Error)) return providerError(200, text(error), undefined, error);
  return new ModelError('bad_answer', `The answer could not be read: ${text(error)}`, { cause: error });
}
