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
  const person = await findPerson(input.email);
  const fits = await passwordFits(person?.passwordHash ?? null, input.password);
  if (!person || !fits || person.disabledAt) {
    log().info({ requestId: caller.requestId, ip: caller.ip }, 'sign-in refused');
    // One message for all: it does not say whether the address exists.
    throw new DomainError('unauthenticated', 'E-mail or password is wrong', { reason: 'wrong_credentials' });
  }
  const session = await startSession(person.id, caller);
  await Promise.all([forgetTries('sign_in_pair', pair), forgiveTry('sign_in_ip', caller.ip)]);
  return { body: { ok: true }, cookie: sessionCookie(session.token, session.expires) };
}

type Person = { id: string; disabledAt: Date | null; passwordHash: string | null };

/** One statement whether the address is known or not: a second one for the known would be heard in the time. */
async function findPerson(email: string): Promise<Person | undefined> {
  const [found] = await authClient().$queryRaw<Person[]>`
    SELECT u.id, u.disabled_at AS "disabledAt", c.password_hash AS "passwordHash"
    FROM "user" u LEFT JOIN credential c ON c.user_id = u.id WHERE u.email = ${email}`;
  return found;
}
