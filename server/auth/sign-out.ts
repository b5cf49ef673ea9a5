import { z } from 'zod';
import { endedSessionCookie } from './cookie';
import { answerForm } from './endpoint';
import { endSession } from './session';

/** POST /api/sign-out `{}`: ends the presented session in the table; 200 also when there was none. */
export const postSignOut = (request: Request): Promise<Response> =>
  answerForm(request, z.strictObject({}), async (_input, caller) => {
    await endSession(caller.cookieHeader);
    return { body: { ok: true }, cookie: endedSessionCookie() };
  });
