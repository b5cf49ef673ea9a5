import type { TestDatabase } from '../../support/database';
import { cookieOf } from '../../support/requests';
import { addPerson, makeOrg, type TestOrg } from '../../support/tenants';

export type Member = { userId: string; cookie: string };
export type Crowd = { org: TestOrg; members: Member[] };

/** An organization whose `size` operators have a live session each. */
export async function makeCrowd(db: TestDatabase, size: number): Promise<Crowd> {
  const org = await makeOrg(db);
  const members: Member[] = [];
  for (let n = 0; n < size; n += 1) {
    const { userId } = await addPerson(db, org, 'operator');
    members.push({ userId, cookie: await cookieOf(db, userId) });
  }
  return { org, members };
}
