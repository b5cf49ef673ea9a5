import type { Project } from '@domain/project/project';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { loadProject } from './load';
import { toProject } from './present';

export async function getProject(ctx: Ctx, input: { id: string }): Promise<Project> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const project = await loadProject(tx, ctx, input.id);
    await authorize(tx, ctx, 'project.read', project);
    return toProject(project);
  });
}
