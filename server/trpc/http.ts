import { STATUS_OF } from '@domain/errors';
import { getTRPCErrorFromUnknown, TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { readText, requireJson } from '../auth/body';
import { clientIp } from '../auth/client-ip';
import { sessionCookie, sessionTokenOf } from '../auth/cookie';
import { requireOwnOrigin } from '../auth/origin';
import { renewSession, sessionOf } from '../auth/session';
import { newId } from '../db/ids';
import { log } from '../log';
import { type ApiContext, createContext } from './context';
import { answerOfTrpc, shapeOf } from './edge-error';
import { appRouter } from './root';
import { answerStream, streamNamed } from './stream-answer';
import { requireStreamRequest, StreamRefused } from './stream-request';
import { trace } from './trace';

const ENDPOINT = '/api/trpc';
const MAX_BATCH = 10;
const EVENT_STREAM = 'text/event-stream';

/** The whole HTTP side of the procedures: a request in, its answer out, with or without Next around it. */
export async function answerTrpc(request: Request, router = appRouter): Promise<Response> {
  const requestId = newId();
  return trace.run(requestId, async () => {
    try {
      const url = new URL(request.url);
      const stream = streamNamed(url.pathname.slice(ENDPOINT.length), router);
      if (stream) requireStreamRequest(request);
      const admitted = await admit(request);
      if (!stream || url.searchParams.has('batch')) return await answer(admitted, requestId, router);
      const ctx = await contextOf(request, requestId, new Headers());
      return await answerStream(stream, router, ctx, [admitted, request]);
    } catch (error) {
      return refusal(error, requestId);
    }
  });
}

/** Whether a path, query aside, is that of a stream. */
export const namesStream = (path: string): boolean =>
  path.startsWith(`${ENDPOINT}/`) && streamNamed(path.slice(ENDPOINT.length), appRouter) !== undefined;

/** What may not even be looked at: foreign origins, other media types, bodies too large to hold. */
async function admit(request: Request): Promise<Request> {
  const headers = new Headers(request.headers);
  // Answers in one piece: a streamed batch would say 200 before it knows.
  headers.delete('trpc-accept');
  if (!headers.get('accept')?.includes(EVENT_STREAM)) headers.set('accept', 'application/json');
  const { method, url, signal } = request;
  if (method !== 'POST') return new Request(url, { method, headers, signal });
  requireOwnOrigin(headers);
  requireJson(headers);
  const body = await readText(request);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Request(url, { method, headers, signal, body });
}

async function answer(request: Request, requestId: string, router: typeof appRouter): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'POST')
    throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED' });
  const response = await fetchRequestHandler({
    endpoint: ENDPOINT,
    req: request,
    router,
    maxBatchSize: MAX_BATCH,
    createContext: ({ resHeaders }) => contextOf(request, requestId, resHeaders),
    responseMeta: ({ errors }) => ({ headers: retryHeaders(errors, requestId) }),
    onError: ({ error, path }) => {
      if (answerOfTrpc(error, requestId).status === STATUS_OF.internal)
        log().error({ err: error.cause ?? error, path, requestId }, 'procedure failed');
    },
  });
  response.headers.set('x-request-id', requestId);
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** Reads the session, and moves its end when it is in use: the cookie then leaves with the answer. */
async function contextOf(request: Request, requestId: string, resHeaders: Headers): Promise<ApiContext> {
  const cookies = request.headers.get('cookie');
  const session = await sessionOf(cookies);
  const token = sessionTokenOf(cookies);
  const renewed = session && (await renewSession(session));
  if (renewed && token) resHeaders.append('set-cookie', sessionCookie(token, renewed));
  const userAgent = request.headers.get('user-agent');
  return createContext({ session, requestId, resHeaders, userAgent, ip: clientIp(request.headers) });
}

function retryHeaders(errors: readonly TRPCError[], requestId: string): Headers {
  const waits = errors.map((error) => answerOfTrpc(error, requestId).retryAfterSeconds ?? 0);
  const longest = Math.max(0, ...waits);
  return new Headers(longest > 0 ? { 'retry-after': String(longest) } : {});
}

function refusal(cause: unknown, requestId: string): Response {
  const error = getTRPCErrorFromUnknown(cause);
  const shape = shapeOf(error, requestId);
  const headers = retryHeaders([error], requestId);
  headers.set('content-type', 'application/json');
  headers.set('cache-control', 'no-store');
  headers.set('x-request-id', requestId);
  if (shape.data.httpStatus === 405)
    headers.set('allow', error.cause instanceof StreamRefused ? 'GET' : 'GET, POST');
  if (shape.data.httpStatus === STATUS_OF.internal) log().error({ err: cause, requestId }, 'request failed');
  return new Response(JSON.stringify({ error: shape }), { status: shape.data.httpStatus, headers });
}
