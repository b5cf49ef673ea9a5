import type { Project } from '@domain/project/project';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { loadProject } from './load';
import { toProject } from './present';

/** Takes a project out of the lists; its runs stay readable. Archiving twice changes nothing. */
export async function archiveProject(ctx: Ctx, input: { id: string }): Promise<Project> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const before = await loadProject(tx, ctx, input.id);
    await authorize(tx, ctx, 'project.update', before);
    if (before.archivedAt) return toProject(before);
    const row = await tx.project.update({
      where: { orgId_id: { orgId: ctx.orgId, id: before.id } },
      data: { archivedAt: new Date() },
    });
    await audit(tx, ctx, { action: 'project.archived', targetType: 'project', targetId: row.id });
    return toProject(row);
  });
}
