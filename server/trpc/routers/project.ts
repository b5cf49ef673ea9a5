import { Id } from '@domain/ids';
import { PageInput, pageOf } from '@domain/page';
import { Project, ProjectCreate, ProjectUpdate } from '@domain/project/project';
import { z } from 'zod';
import { archiveProject } from '../../services/project/archive';
import { createProject } from '../../services/project/create';
import { getProject } from '../../services/project/get';
import { listProjects } from '../../services/project/list';
import { updateProject } from '../../services/project/update';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

export const projectRouter = router({
  list: orgProcedure('project.read')
    .input(orgInput({ ...PageInput, archived: z.boolean().default(false) }))
    .output(pageOf(Project))
    .query(({ ctx, input }) => listProjects(ctx.tenant, input)),

  get: orgProcedure('project.read')
    .input(orgInput({ id: Id }))
    .output(Project)
    .query(({ ctx, input }) => getProject(ctx.tenant, input)),

  create: orgProcedure('project.create')
    .input(orgInput(ProjectCreate.shape))
    .output(Project)
    .mutation(({ ctx, input }) => createProject(ctx.tenant, input)),

  update: orgProcedure('project.update')
    .input(orgInput({ id: Id, ...ProjectUpdate.shape }))
    .output(Project)
    .mutation(({ ctx, input }) => updateProject(ctx.tenant, input)),

  archive: orgProcedure('project.update')
    .input(orgInput({ id: Id }))
    .output(Project)
    .mutation(({ ctx, input }) => archiveProject(ctx.tenant, input)),
});
