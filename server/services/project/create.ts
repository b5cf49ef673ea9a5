import type { Project, ProjectCreate } from '@domain/project/project';
import { audit } from '../../db/audit';
import { newId } from '../../db/ids';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { freeSlug } from '../slug';
import { toProject } from './present';

/**
 * A new project on `unitId` (null: the whole organization). @throws conflict `slug_taken` for a slug that was
 * asked for; one that is made from the name gets a free ending.
 */
export async function createProject(ctx: Ctx, input: ProjectCreate): Promise<Project> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'project.create', { unitId: input.unitId });
    const id = newId();
    const slug = await freeSlug(tx, 'project', ctx.orgId, input.name, input.slug);
    const row = await tx.project.create({
      data: {
        orgId: ctx.orgId,
        id,
        slug,
        name: input.name,
        description: input.description,
        unitId: input.unitId,
      },
    });
    const project = toProject(row);
    await audit(tx, ctx, {
      action: 'project.created',
      targetType: 'project',
      targetId: id,
      after: { slug, name: project.name, unitId: project.unitId },
    });
    return project;
  });
}
