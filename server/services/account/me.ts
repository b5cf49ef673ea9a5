import { type Account, Locale } from '@domain/account/account';
import { DomainError } from '@domain/errors';
import { personTx } from '../../db/person';

const DEFAULT_LOCALE = 'en';

type Row = { id: string; email: string; name: string; locale: string };

export const toAccount = (row: Row): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  locale: Locale.catch(DEFAULT_LOCALE).parse(row.locale),
});

export const ACCOUNT = { id: true, email: true, name: true, locale: true } as const;

/** The person behind a session. @throws unauthenticated when they were erased meanwhile. */
export async function getMe(userId: string): Promise<Account> {
  const row = await personTx(userId, (tx) => tx.user.findUnique({ where: { id: userId }, select: ACCOUNT }));
  if (!row) throw new DomainError('unauthenticated', 'Sign in first');
  return toAccount(row);
}
