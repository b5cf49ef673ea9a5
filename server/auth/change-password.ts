import { type ChangePassword, refuseWeak } from '@domain/account/account';
import { DomainError } from '@domain/errors';
import { authClient } from '../db/client';
import { countTry, forgetTries } from './limits';
import { hashPassword, passwordFits } from './password';
import { newSession, type SessionOfRequest, type StartedSession } from './session';

/**
 * A new password for the person of the session. All their sessions end, on every device; the returned one, with a
 * fresh token, replaces the caller's. @throws unprocessable `wrong_password` or `weak_password`, and
 * too_many_requests after ten wrong ones.
 */
export async function changePassword(
  session: SessionOfRequest,
  input: ChangePassword,
  userAgent: string | null,
): Promise<StartedSession> {
  const { userId } = session;
  await countTry('change_password', userId);
  const auth = authClient();
  const person = await auth.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, credential: { select: { passwordHash: true } } },
  });
  const stored = person.credential?.passwordHash ?? null;
  if (!(await passwordFits(stored, input.current))) throw wrongPassword();
  refuseWeak(input.password, person.email);
  const passwordHash = await hashPassword(input.password);
  const { started, row } = newSession(userId, userAgent);
  await auth.$transaction(async (tx) => {
    // Two changes side by side: the one whose current password is no longer the stored one loses.
    const { count } = await tx.credential.updateMany({
      where: { userId, passwordHash: stored ?? '' },
      data: { passwordHash, changedAt: new Date() },
    });
    if (count === 0) throw wrongPassword();
    await tx.user.update({ where: { id: userId }, data: { accessEpoch: { increment: 1 } } });
    await tx.session.deleteMany({ where: { userId } });
    await tx.session.create({ data: row });
  });
  await forgetTries('change_password', userId);
  return started;
}

const wrongPassword = () =>
  new DomainError('unprocessable', 'The current password is wrong', {
    reason: 'wrong_password',
    issues: [{ path: ['current'], code: 'wrong_password', message: 'The current password is wrong' }],
  });
