import type { Adapter } from 'next-auth/adapters';
import { authClient } from '../db/client';
import { newId } from '../db/ids';
import { hashToken } from './token';

const person = { id: true, email: true, emailVerified: true, name: true, image: true } as const;

/** How next-auth reads and ends our sessions: by the hash of the token, in our table, as the auth role. */
export function sessionAdapter(): Adapter {
  return {
    async createSession({ sessionToken, userId, expires }) {
      await authClient().session.create({
        data: { id: newId(), tokenHash: hashToken(sessionToken), userId, expires },
      });
      return { sessionToken, userId, expires };
    },
    async getSessionAndUser(sessionToken) {
      const found = await authClient().session.findFirst({
        where: { tokenHash: hashToken(sessionToken), user: { disabledAt: null } },
        select: { userId: true, expires: true, user: { select: person } },
      });
      return (
        found && { session: { sessionToken, userId: found.userId, expires: found.expires }, user: found.user }
      );
    },
    async updateSession({ sessionToken, expires }) {
      await authClient().session.updateMany({
        where: { tokenHash: hashToken(sessionToken) },
        data: { expires, lastSeenAt: new Date() },
      });
      return null;
    },
    async deleteSession(sessionToken) {
      await authClient().session.deleteMany({ where: { tokenHash: hashToken(sessionToken) } });
    },
    getUser: (id) => authClient().user.findUnique({ where: { id }, select: person }),
    getUserByEmail: (email) =>
      authClient().user.findUnique({ where: { email: email.toLowerCase() }, select: person }),
    async getUserByAccount(key) {
      const account = await authClient().account.findUnique({
        where: { provider_providerAccountId: key },
        select: { user: { select: person } },
      });
      return account?.user ?? null;
    },
  };
}
