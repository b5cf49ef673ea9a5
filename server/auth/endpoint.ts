import { answerOf } from '@domain/answer';
import type { z } from 'zod';
import { newId } from '../db/ids';
import { log } from '../log';
import { readJson } from './body';
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
  const headers = headersOf(requestId);
  try {
    requireOwnOrigin(request.headers);
    const input = schema.parse(await readJson(request, MAX_FORM));
    const { body, cookie } = await act(input, {
      requestId,
      ip: clientIp(request.headers),
      cookieHeader: request.headers.get('cookie'),
      userAgent: request.headers.get('user-agent'),
    });
    headers.append('set-cookie', cookie);
    return new Response(JSON.stringify(body), { headers });
  } catch (error) {
    const answer = answerOf(error, requestId, { input: true });
    if (answer.status === 500) log().error({ err: error, requestId }, 'sign-in route failed');
    if (answer.retryAfterSeconds) headers.set('retry-after', String(answer.retryAfterSeconds));
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
  }
}
