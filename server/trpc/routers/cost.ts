import { CostList, CostPage, Forecast, ForecastOf, TreeCost } from '@domain/cost/cost';
import { Id } from '@domain/ids';
import { forecastRun } from '../../services/cost/forecast';
import { listCosts } from '../../services/cost/list';
import { costOfRun } from '../../services/cost/of-run';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

export const costRouter = router({
  list: orgProcedure('cost.read')
    .input(orgInput(CostList.shape))
    .output(CostPage)
    .query(({ ctx, input: { org: _, ...list } }) => listCosts(ctx.tenant, list)),

  run: orgProcedure('cost.read')
    .input(orgInput({ runId: Id }))
    .output(TreeCost)
    .query(({ ctx, input }) => costOfRun(ctx.tenant, input)),

  forecast: orgProcedure('cost.read')
    .input(orgInput(ForecastOf.shape))
    .output(Forecast)
    .query(({ ctx, input }) => forecastRun(ctx.tenant, input)),
});
