import type { Project, ProjectUpdate } from '@domain/project/project';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { loadProject } from './load';
import { toProject } from './present';

/** Changes name and description; the unit stays what it is. */
export async function updateProject(ctx: Ctx, input: ProjectUpdate & { id: string }): Promise<Project> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const before = await loadProject(tx, ctx, input.id);
    await authorize(tx, ctx, 'project.update', before);
    const row = await tx.project.update({
      where: { orgId_id: { orgId: ctx.orgId, id: before.id } },
      data: { name: input.name, description: input.description },
    });
    await audit(tx, ctx, {
      action: 'project.updated',
      targetType: 'project',
      targetId: row.id,
      before: { name: before.name, description: before.description },
      after: { name: row.name, description: row.description },
    });
    return toProject(row);
  });
}
