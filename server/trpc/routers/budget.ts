import { CapList, CapSet, CapView } from '@domain/budget/cap';
import { Id } from '@domain/ids';
import { pageOf } from '@domain/page';
import { z } from 'zod';
import { listCaps } from '../../services/budget/list';
import { removeCap } from '../../services/budget/remove';
import { setCap } from '../../services/budget/set';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

const Named = z.object({ id: Id });

export const budgetRouter = router({
  list: orgProcedure('budget.read')
    .input(orgInput(CapList.shape))
    .output(pageOf(CapView))
    .query(({ ctx, input }) => listCaps(ctx.tenant, input)),

  set: orgProcedure('budget.set')
    .input(orgInput(CapSet.shape))
    .output(Named)
    .mutation(({ ctx, input: { org: _, ...cap } }) => setCap(ctx.tenant, cap)),

  remove: orgProcedure('budget.set')
    .input(orgInput({ id: Id }))
    .output(Named)
    .mutation(({ ctx, input }) => removeCap(ctx.tenant, input)),
});
