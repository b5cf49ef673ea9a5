import { z } from 'zod';
import { DomainError } from '../errors';
import { Id } from '../ids';
import { OrganizationName } from '../organization/organization';
import { line } from '../text';

const MAX_EMAIL = 254;
export const MIN_PASSWORD = 10;
/** Longer would only buy an attacker our hashing time. */
const MAX_PASSWORD = 200;

/** A strict address: plain ASCII, one `@`, a dotted domain, no control characters; kept in lower case. */
const Email = z.email().max(MAX_EMAIL).toLowerCase();

export const PersonName = line(100);

export const LOCALES = ['en', 'ru'] as const;
export const Locale = z.enum(LOCALES);
export type Locale = z.infer<typeof Locale>;

const NewPassword = z.string().min(MIN_PASSWORD).max(MAX_PASSWORD);
/** A password that is only compared: its rules may have been others when it was chosen. */
const GivenPassword = z.string().min(1).max(MAX_PASSWORD);

export const SignIn = z.strictObject({ email: Email, password: GivenPassword });
export type SignIn = z.infer<typeof SignIn>;

export const SignUp = z.strictObject({
  email: Email,
  password: NewPassword,
  name: PersonName,
  organization: OrganizationName,
  /** The language in which the form was read. */
  locale: Locale.optional(),
});
export type SignUp = z.infer<typeof SignUp>;

export const ChangePassword = z.strictObject({ current: GivenPassword, password: NewPassword });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const AccountUpdate = z.strictObject({ name: PersonName.optional(), locale: Locale.optional() });
export type AccountUpdate = z.infer<typeof AccountUpdate>;

/** The person behind the session, as they see themselves. */
export const Account = z.strictObject({ id: Id, email: z.string(), name: z.string(), locale: Locale });
export type Account = z.infer<typeof Account>;

/** @throws unprocessable `weak_password` when the password is the address or its local part. */
export function refuseWeak(password: string, email: string): void {
  const plain = password.normalize('NFKC').toLowerCase();
  if (plain !== email && plain !== email.split('@')[0]) return;
  throw new DomainError('unprocessable', 'Choose a password that is not your address', {
    reason: 'weak_password',
    issues: [{ path: ['password'], code: 'weak_password', message: 'The password must not be your address' }],
  });
}
