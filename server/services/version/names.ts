import type { Tx } from '../../db/tenant';

/** Display names of people, as far as they are still colleagues: others have an empty name. */
export async function namesOf(tx: Tx, ids: (string | null)[]) {
  const wanted = [...new Set(ids)].filter((id): id is string => id !== null);
  const people = await tx.user.findMany({ where: { id: { in: wanted } }, select: { id: true, name: true } });
  const names = new Map(people.map((person) => [person.id, person.name]));
  return (id: string) => ({ id, name: names.get(id) ?? '' });
}
