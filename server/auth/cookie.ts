import { env } from '../env';

/** Longer than any token of ours: what is longer is not looked up. */
const MAX_TOKEN = 200;

/** Whether browsers reach us over TLS, so that our cookies may ask for it. */
export const secure = (): boolean => env().TROUPE_URL.startsWith('https://');

/** The names that next-auth 4 gives its session cookie, so that it reads ours. */
export const sessionCookieName = (): string =>
  secure() ? '__Secure-next-auth.session-token' : 'next-auth.session-token';

/** The session token that a request presents, if it has the shape of one. */
export function sessionTokenOf(cookieHeader: string | null | undefined): string | null {
  const name = sessionCookieName();
  for (const pair of (cookieHeader ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) {
      const token = pair.slice(at + 1).trim();
      return /^[\w-]+$/.test(token) && token.length <= MAX_TOKEN ? token : null;
    }
  }
  return null;
}

const cookie = (value: string, expires: Date): string =>
  `${sessionCookieName()}=${value}; Path=/; Expires=${expires.toUTCString()}; HttpOnly; SameSite=Lax${secure() ? '; Secure' : ''}`;

export const sessionCookie = (token: string, expires: Date): string => cookie(token, expires);
export const endedSessionCookie = (): string => cookie('', new Date(0));
