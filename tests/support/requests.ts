import { hashToken, newSessionToken } from '../../server/auth/token';
import { newId } from '../../server/db/ids';
import { createContext } from '../../server/trpc/context';
import { answerTrpc } from '../../server/trpc/http';
import { createCaller } from '../../server/trpc/root';
import type { TestDatabase } from './database';

export const ORIGIN = 'http://localhost:3000';

/** A live session of a person, as the Cookie header of their browser. */
export async function cookieOf(
  db: TestDatabase,
  userId: string,
  expires = new Date(Date.now() + 30 * 24 * 3_600_000),
): Promise<string> {
  const token = newSessionToken();
  await db.admin.query('INSERT INTO session (id, token_hash, user_id, expires) VALUES ($1, $2, $3, $4)', [
    newId(),
    hashToken(token),
    userId,
    expires,
  ]);
  return `next-auth.session-token=${token}`;
}

type Headers_ = Record<string, string | undefined>;

const headersOf = (headers: Headers_): Headers => {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) made.set(name, value);
  return made;
};

/** A query over HTTP, as our own page asks. */
export const ask = (path: string, input: unknown, headers: Headers_ = {}): Promise<Response> =>
  answerTrpc(
    new Request(`${ORIGIN}/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      headers: headersOf(headers),
    }),
  );

/** A mutation over HTTP, as our own page sends it; a header set to undefined is left out. */
export const send = (path: string, body: unknown, headers: Headers_ = {}): Promise<Response> =>
  answerTrpc(
    new Request(`${ORIGIN}/api/trpc/${path}`, {
      method: 'POST',
      headers: headersOf({ origin: ORIGIN, 'content-type': 'application/json', ...headers }),
      body:
        typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    }),
  );

export type ErrorData = {
  code: string;
  message: string;
  reason: string;
  issues?: { path: (string | number)[] }[];
  details?: Record<string, unknown>;
  traceId: string;
  httpStatus: number;
};

/** The error body of a tRPC answer. */
export async function errorOf(response: Response): Promise<ErrorData> {
  const body = (await response.json()) as { error: { data: ErrorData } };
  return body.error.data;
}

/** A body without its trace id, which is new for each request. */
export const withoutTrace = (body: string): string => body.replaceAll(/"traceId":"[^"]+"/g, '"traceId":""');

/** The bytes of an answer, but for its trace id. */
export const bytesOf = async (response: Response): Promise<string> => withoutTrace(await response.text());

/** The procedures as a person calls them, without HTTP. */
export const callerOf = (userId: string | undefined) =>
  createCaller(
    createContext({
      session: userId ? { userId, sessionId: newId(), expires: new Date(Date.now() + 3_600_000) } : null,
      requestId: `req-${newId()}`,
    }),
  );
