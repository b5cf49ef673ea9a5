import { notFound } from '@domain/errors';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import type { Ctx } from '../context';

/** That this person may see every one of these projects. @throws not_found */
export async function checkProjects(tx: Tx, ctx: Ctx, ids: string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const visible = await visibleTo(tx, ctx.userId);
  const found = await tx.project.count({ where: { AND: [{ id: { in: wanted } }, visible] } });
  if (found < wanted.length) throw notFound();
}
