import { SignIn } from '@domain/account/account';
import { DomainError } from '@domain/errors';
import { authClient } from '../db/client';
import { log } from '../log';
import { sessionCookie } from './cookie';
import { answerForm, type Caller } from './endpoint';
import { countTry, forgetTries, forgiveTry } from './limits';
import { passwordFits } from './password';
import { startSession } from './session';

/** POST /api/sign-in `{email, password}`: 200 with a fresh session, 401 for any wrong pair, 429 after too many. */
export const postSignIn = (request: Request): Promise<Response> => answerForm(request, SignIn, signIn);

async function signIn(input: SignIn, caller: Caller) {
  const pair = `${input.email}|${caller.ip}`;
  await countTry('sign_in_ip', caller.ip);
  await countTry('sign_in_pair', pair);
  const person = await authClient().user.findUnique({
    where: { email: input.email },
    select: { id: true, disabledAt: true, credential: { select: { passwordHash: true } } },
  });
  const fits = await passwordFits(person?.credential?.passwordHash ?? null, input.password);
  if (!person || !fits || person.disabledAt) {
    log().info({ requestId: caller.requestId, ip: caller.ip }, 'sign-in refused');
    // One message for all: it does not say whether the address exists.
    throw new DomainError('unauthenticated', 'E-mail or password is wrong', { reason: 'wrong_credentials' });
  }
  const session = await startSession(person.id, caller);
  await Promise.all([forgetTries('sign_in_pair', pair), forgiveTry('sign_in_ip', caller.ip)]);
  return { body: { ok: true }, cookie: sessionCookie(session.token, session.expires) };
}
