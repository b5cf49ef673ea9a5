import type { NextAuthOptions } from 'next-auth';
import { env } from '../env';
import { sessionAdapter } from './adapter';
import { secure, sessionCookieName } from './cookie';
import { RENEW_AFTER_MS, SESSION_MS } from './session';

/**
 * next-auth over our own session table. It has no provider yet: its credentials provider cannot make database
 * sessions, so our own route signs people in and next-auth reads, renews and ends what that wrote.
 */
export function authOptions(): NextAuthOptions {
  return {
    adapter: sessionAdapter(),
    providers: [],
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'database', maxAge: SESSION_MS / 1000, updateAge: RENEW_AFTER_MS / 1000 },
    useSecureCookies: secure(),
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: secure() },
      },
    },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    callbacks: {
      session: ({ session, user }) => ({
        ...session,
        user: { id: user.id, name: user.name, email: user.email },
      }),
    },
  };
}
