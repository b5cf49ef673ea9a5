import { Id, Slug } from '@domain/ids';
import {
  Organization,
  OrganizationBadge,
  OrganizationCreate,
  OrganizationUpdate,
} from '@domain/organization/organization';
import { Page, pageOf } from '@domain/page';
import { z } from 'zod';
import { countTry } from '../../auth/limits';
import { createOrganization } from '../../services/organization/create';
import { getOrganization } from '../../services/organization/get';
import { listMyOrganizations } from '../../services/organization/list-mine';
import { updateOrganization } from '../../services/organization/update';
import { router } from '../init';
import { orgInput, orgProcedure, userProcedure } from '../procedures';

export const organizationRouter = router({
  list: userProcedure
    .input(Page.default({ limit: 50 }))
    .output(pageOf(OrganizationBadge))
    .query(({ ctx, input }) => listMyOrganizations(ctx.session.userId, input)),

  get: orgProcedure('organization.read')
    .input(orgInput({}))
    .output(Organization)
    .query(({ ctx }) => getOrganization(ctx.tenant)),

  create: userProcedure
    .input(OrganizationCreate)
    .output(z.strictObject({ id: Id, slug: Slug }))
    .mutation(async ({ ctx, input }) => {
      await countTry('create_organization', ctx.session.userId);
      return createOrganization({ userId: ctx.session.userId, requestId: ctx.requestId }, input);
    }),

  update: orgProcedure('organization.update')
    .input(orgInput(OrganizationUpdate.shape))
    .output(OrganizationBadge)
    .mutation(({ ctx, input }) => updateOrganization(ctx.tenant, input)),
});
