import { Account, AccountUpdate, ChangePassword } from '@domain/account/account';
import { z } from 'zod';
import { changePassword } from '../../auth/change-password';
import { sessionCookie } from '../../auth/cookie';
import { getMe } from '../../services/account/me';
import { updateMe } from '../../services/account/update';
import { router } from '../init';
import { userProcedure } from '../procedures';

export const accountRouter = router({
  me: userProcedure.output(Account).query(({ ctx }) => getMe(ctx.session.userId)),

  update: userProcedure
    .input(AccountUpdate)
    .output(Account)
    .mutation(({ ctx, input }) => updateMe(ctx.session.userId, input)),

  /** Ends every session of the person; the answer's cookie is the new one. */
  changePassword: userProcedure
    .input(ChangePassword)
    .output(z.strictObject({ ok: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      const fresh = await changePassword(ctx.session, input, ctx.userAgent);
      ctx.resHeaders.append('set-cookie', sessionCookie(fresh.token, fresh.expires));
      return { ok: true as const };
    }),
});
