import { z } from 'zod';
import { type Failure, failureOf } from './failure';

type Answer = { ok: true; body: unknown } | { ok: false; failure: Failure };

/** Posts JSON to one of our sign-in routes; a refusal is an answer, not an exception. */
export async function postForm(path: string, input: object): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const body: unknown = await response.json();
    return response.ok ? { ok: true, body } : { ok: false, failure: failureOf({ data: body }) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

/** The organization that signing up made; null when that failed and it is made on its own page. */
export const SignedUp = z.object({ organization: z.string().nullable() });
