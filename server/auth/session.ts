import { authClient } from '../db/client';
import { newId } from '../db/ids';
import { sessionTokenOf } from './cookie';
import { hashToken, newSessionToken } from './token';

/** A session lives this long after its last renewal (ms). */
export const SESSION_MS = 30 * 24 * 3_600_000;
/** A session is renewed at most this often, so that reading it seldom writes (ms). */
export const RENEW_AFTER_MS = 24 * 3_600_000;
/** Characters of a browser's own name that are kept. */
const MAX_USER_AGENT = 300;

export type SessionOfRequest = { userId: string; sessionId: string; expires: Date };
export type StartedSession = SessionOfRequest & { token: string };

/**
 * The session that a request presents, read from the table: the next request sees a sign-out, a password change
 * and a disabled person. Null: not signed in.
 */
export async function sessionOf(cookieHeader: string | null | undefined): Promise<SessionOfRequest | null> {
  const token = sessionTokenOf(cookieHeader);
  if (!token) return null;
  const found = await authClient().session.findFirst({
    where: { tokenHash: hashToken(token), expires: { gt: new Date() }, user: { disabledAt: null } },
    select: { id: true, userId: true, expires: true },
  });
  return found && { userId: found.userId, sessionId: found.id, expires: found.expires };
}

/** Moves the end of a session that is in use; null when that was done less than a day ago. */
export async function renewSession(session: SessionOfRequest): Promise<Date | null> {
  const now = Date.now();
  if (session.expires.getTime() - now > SESSION_MS - RENEW_AFTER_MS) return null;
  const expires = new Date(now + SESSION_MS);
  const { count } = await authClient().session.updateMany({
    where: { id: session.sessionId, expires: { gt: new Date(now) } },
    data: { expires, lastSeenAt: new Date(now) },
  });
  return count === 1 ? expires : null;
}

/** A session that begins now, and its row, to be written in the caller's transaction. */
export function newSession(userId: string, userAgent: string | null) {
  const started: StartedSession = {
    userId,
    sessionId: newId(),
    expires: new Date(Date.now() + SESSION_MS),
    token: newSessionToken(),
  };
  const row = {
    id: started.sessionId,
    userId,
    tokenHash: hashToken(started.token),
    expires: started.expires,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
  };
  return { started, row };
}

/**
 * A fresh session for a person who has just proven who they are. The session that the same request presented
 * ends, whoever it belonged to: a token from before the sign-in is worth nothing after it.
 */
export async function startSession(
  userId: string,
  request: { cookieHeader: string | null; userAgent: string | null },
): Promise<StartedSession> {
  const { started, row } = newSession(userId, request.userAgent);
  const presented = sessionTokenOf(request.cookieHeader);
  const auth = authClient();
  await auth.$transaction([
    auth.session.deleteMany({ where: { tokenHash: presented ? hashToken(presented) : '' } }),
    auth.session.create({ data: row }),
  ]);
  return started;
}

/** Ends the session that a request presents; nothing to end is no error. */
export async function endSession(cookieHeader: string | null): Promise<void> {
  const token = sessionTokenOf(cookieHeader);
  if (token) await authClient().session.deleteMany({ where: { tokenHash: hashToken(token) } });
}
