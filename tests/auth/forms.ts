import { postSignIn } from '../../server/auth/sign-in';
import { postSignOut } from '../../server/auth/sign-out';
import { postSignUp } from '../../server/auth/sign-up';
import { createOrganization } from '../../server/services/organization/create';
import { ORIGIN } from '../support/requests';

export type Sent = { ip?: string; cookie?: string; headers?: Record<string, string> };

/** A form of our own page, sent from the address `ip`. */
const form = (path: string, body: unknown, { ip = '203.0.113.1', cookie, headers }: Sent): Request =>
  new Request(`${ORIGIN}${path}`, {
    method: 'POST',
    headers: {
      origin: ORIGIN,
      'content-type': 'application/json',
      'x-troupe-peer': ip,
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export const signIn = (body: unknown, sent: Sent = {}): Promise<Response> =>
  postSignIn(form('/api/sign-in', body, sent));
export const signUp = (body: unknown, sent: Sent = {}): Promise<Response> =>
  postSignUp(form('/api/sign-up', body, sent), createOrganization);
export const signOut = (sent: Sent = {}): Promise<Response> => postSignOut(form('/api/sign-out', {}, sent));

/** The Cookie header that a browser sends after this answer. */
export const cookieFrom = (response: Response): string =>
  (response.headers.get('set-cookie') ?? '').split(';', 1)[0]!;

let people = 0;
export const newPerson = () => {
  people += 1;
  return {
    email: `person-${people}@example.test`,
    password: 'correct horse battery',
    name: 'Ada',
    organization: `Company ${people}`,
  };
};
