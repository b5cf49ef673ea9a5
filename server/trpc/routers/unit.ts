import { PageInput, pageOf } from '@domain/page';
import { Unit } from '@domain/unit/unit';
import { listUnits } from '../../services/unit/list';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

export const unitRouter = router({
  list: orgProcedure('unit.read')
    .input(orgInput(PageInput))
    .output(pageOf(Unit))
    .query(({ ctx, input }) => listUnits(ctx.tenant, input)),
});
