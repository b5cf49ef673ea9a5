import { notFound } from '@domain/errors';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import type { Ctx } from '../context';

/** The project, when the caller sees it. @throws not_found otherwise, with the same bytes as for a random id. */
export async function loadProject(tx: Tx, ctx: Ctx, id: string) {
  const found = await tx.project.findFirst({ where: { AND: [{ id }, await visibleTo(tx, ctx.userId)] } });
  if (!found) throw notFound();
  return found;
}
