import { refuseWeak, SignUp } from '@domain/account/account';
import { DomainError } from '@domain/errors';
import { authClient } from '../db/client';
import { newId } from '../db/ids';
import { log } from '../log';
import { sessionCookie } from './cookie';
import { answerForm, type Caller } from './endpoint';
import { countTry } from './limits';
import { hashPassword } from './password';
import { startSession } from './session';

/** Makes the person's first organization and says its slug; given by the route, which may use services. */
export type FoundOrganization = (
  who: { userId: string; requestId: string },
  input: { name: string },
) => Promise<{ slug: string }>;

/**
 * POST /api/sign-up `{email, password, name, organization}`: 200 `{ok, organization: slug | null}` with a session.
 *
 * An address that has an account is refused (422 `sign_up_refused`) in words that name no cause, after the same
 * work as for a free one, and each place has few tries per hour. It cannot be hidden altogether: whoever can sign
 * in after signing up learns that the address was free, with or without an equal answer, until addresses are
 * proven by mail. Answering 200 without an account would only lie to the person who forgot that they have one.
 *
 * The person is written as the auth role, then the organization as the application: no transaction spans two
 * roles. When the second fails, the person is signed in all the same and makes an organization on its own page.
 */
export const postSignUp = (request: Request, found: FoundOrganization): Promise<Response> =>
  answerForm(request, SignUp, async (input, caller) => {
    await countTry('sign_up_ip', caller.ip);
    refuseWeak(input.password, input.email);
    const userId = await createPerson(input);
    const organization = await foundOrNull(found, { userId, requestId: caller.requestId }, input);
    return signedUp(userId, organization, caller);
  });

async function createPerson(input: SignUp): Promise<string> {
  const id = newId();
  const passwordHash = await hashPassword(input.password);
  const { count } = await authClient().$transaction(async (tx) => {
    const made = await tx.user.createMany({
      data: { id, email: input.email, name: input.name, locale: input.locale },
      skipDuplicates: true,
    });
    if (made.count === 1) await tx.credential.create({ data: { userId: id, passwordHash } });
    return made;
  });
  if (count === 0)
    throw new DomainError(
      'unprocessable',
      'Could not sign up with these details. Have an account? Sign in.',
      {
        reason: 'sign_up_refused',
      },
    );
  return id;
}

async function foundOrNull(
  found: FoundOrganization,
  who: { userId: string; requestId: string },
  input: SignUp,
): Promise<string | null> {
  try {
    return (await found(who, { name: input.organization })).slug;
  } catch (error) {
    log().error({ err: error, requestId: who.requestId }, 'signed up without an organization');
    return null;
  }
}

async function signedUp(userId: string, organization: string | null, caller: Caller) {
  const session = await startSession(userId, caller);
  return { body: { ok: true, organization }, cookie: sessionCookie(session.token, session.expires) };
}
