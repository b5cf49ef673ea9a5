import { Id } from '@domain/ids';
import { PageInput, pageOf } from '@domain/page';
import { Provider, ProviderCreate, ProviderTest, ProviderUpdate } from '@domain/provider/provider';
import { z } from 'zod';
import { createProvider } from '../../services/provider/create';
import { deleteProvider } from '../../services/provider/delete';
import { getProvider } from '../../services/provider/get';
import { listProviders } from '../../services/provider/list';
import { testProvider } from '../../services/provider/test';
import { updateProvider } from '../../services/provider/update';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

export const providerRouter = router({
  list: orgProcedure('provider.read')
    .input(orgInput(PageInput))
    .output(pageOf(Provider))
    .query(({ ctx, input }) => listProviders(ctx.tenant, input)),

  get: orgProcedure('provider.read')
    .input(orgInput({ id: Id }))
    .output(Provider)
    .query(({ ctx, input }) => getProvider(ctx.tenant, input)),

  create: orgProcedure('provider.create')
    .input(orgInput(ProviderCreate.shape))
    .output(Provider)
    .mutation(({ ctx, input }) => createProvider(ctx.tenant, input)),

  update: orgProcedure('provider.update')
    .input(orgInput({ id: Id, ...ProviderUpdate.shape }))
    .output(Provider)
    .mutation(({ ctx, input }) => updateProvider(ctx.tenant, input)),

  delete: orgProcedure('provider.delete')
    .input(orgInput({ id: Id }))
    .output(z.strictObject({ id: Id }))
    .mutation(({ ctx, input }) => deleteProvider(ctx.tenant, input)),

  test: orgProcedure('provider.test')
    .input(orgInput({ id: Id, model: z.string().max(200).optional() }))
    .output(ProviderTest)
    .mutation(({ ctx, input }) => testProvider(ctx.tenant, input)),
});
