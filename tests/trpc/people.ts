import type { TestDatabase } from '../support/database';
import { proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { addPerson, makeOrg } from '../support/tenants';

/** Two organizations, and four people who call procedures of the first: its own, and the owner of the other. */
export async function people(db: TestDatabase) {
  const [org, foreign] = [await makeOrg(db), await makeOrg(db)];
  const person = async (userId: string) => proceduresOf(org.slug, await cookieOf(db, userId));
  const as = {
    owner: await person(org.owner.userId!),
    builder: await person((await addPerson(db, org, 'builder')).userId),
    viewer: await person((await addPerson(db, org, 'viewer')).userId),
    stranger: await person(foreign.owner.userId!),
  };
  return { org, foreign, as };
}
