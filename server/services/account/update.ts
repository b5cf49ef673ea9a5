// No permission and no audit row: a person changes their own name and language, in no organization.
import type { Account, AccountUpdate } from '@domain/account/account';
import { personTx } from '../../db/person';
import { ACCOUNT, toAccount } from './me';

export async function updateMe(userId: string, input: AccountUpdate): Promise<Account> {
  const row = await personTx(userId, (tx) =>
    tx.user.update({
      where: { id: userId },
      data: { name: input.name, locale: input.locale },
      select: ACCOUNT,
    }),
  );
  return toAccount(row);
}
