import { answerOf } from '@domain/answer';
import { DomainError } from '@domain/errors';
import type { z } from 'zod';
import { newId } from '../db/ids';
import { log } from '../log';
import { readJson, readText } from './body';
import { clientIp } from './client-ip';
import { requireOwnOrigin } from './origin';

/** What an endpoint knows of its request. */
export type Caller = {
  requestId: string;
  ip: string;
  cookieHeader: string | null;
  userAgent: string | null;
};

const MAX_FORM = 10_000;

const headersOf = (requestId: string): Headers =>
  new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': requestId });

/**
 * One of our own sign-in routes: origin check, JSON only, strict input, the same error bodies as everywhere.
 * `act` returns the body of the answer and the cookie that goes with it.
 */
export async function answerForm<T extends z.ZodType>(
  request: Request,
  schema: T,
  act: (input: z.infer<T>, caller: Caller) => Promise<{ body: object; cookie: string }>,
): Promise<Response> {
  const requestId = newId();
  try {
    requireOwnOrigin(request.headers);
    const input = schema.parse(await readJson(request, MAX_FORM));
    const { body, cookie } = await act(input, {
      requestId,
      ip: clientIp(request.headers),
      cookieHeader: request.headers.get('cookie'),
      userAgent: request.headers.get('user-agent'),
    });
    const headers = headersOf(requestId);
    headers.append('set-cookie', cookie);
    return new Response(JSON.stringify(body), { headers });
  } catch (error) {
    return refused(error, requestId);
  }
}

/**
 * A route that a library answers, which reads any body whole and fails at JSON that is no object: `passOn` gets the
 * text of a body within our limit that it can read.
 */
export async function answerLimited(
  request: Request,
  passOn: (text: string) => Promise<Response>,
): Promise<Response> {
  try {
    const text = await readText(request, MAX_FORM);
    if (request.headers.get('content-type')?.includes('application/json')) requireObject(text);
    return await passOn(text);
  } catch (error) {
    return refused(error, newId());
  }
}

function requireObject(text: string): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null)
    throw new DomainError('bad_request', 'The request is not a JSON object');
}

function refused(error: unknown, requestId: string): Response {
  const answer = answerOf(error, requestId, { input: true });
  if (answer.status === 500) log().error({ err: error, requestId }, 'sign-in route failed');
  const headers = headersOf(requestId);
  if (answer.retryAfterSeconds) headers.set('retry-after', String(answer.retryAfterSeconds));
  return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
}
