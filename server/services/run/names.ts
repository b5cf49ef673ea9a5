import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import type { Ctx } from '../context';

/** Names of those of these agents whom the caller sees, by id. */
export async function agentNames(tx: Tx, ctx: Ctx, ids: string[]): Promise<Record<string, string>> {
  const agents = await tx.agent.findMany({
    where: { AND: [{ id: { in: ids } }, await visibleTo(tx, ctx.userId)] },
    select: { id: true, name: true },
  });
  return Object.fromEntries(agents.map(({ id, name }) => [id, name]));
}

/** Names of these people, by id. */
export async function peopleNames(tx: Tx, ids: string[]): Promise<Record<string, string>> {
  const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return Object.fromEntries(people.map(({ id, name }) => [id, name]));
}
