import type { Forecast, ForecastOf } from '@domain/cost/cost';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { openTeam } from '../team/open';
import { visibleProjects } from './projects';

/** Runs that a forecast stands on at most: the newest. */
const MOST = 200;

/**
 * What a run of a team's version is likely to cost and to take, from those that completed and that the caller sees.
 * Nothing is guessed: without any it says so. @throws not_found, forbidden
 */
export async function forecastRun(ctx: Ctx, input: ForecastOf): Promise<Forecast> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.teamId }, 'cost.read');
    const version = input.version ?? team.currentVersion;
    const projects = await visibleProjects(tx, ctx);
    const [row] = await tx.$queryRaw<{ answer: Omit<Forecast, 'version'> }[]>`
      SELECT cost_forecast(${ctx.orgId}::uuid, ${team.id}::uuid, ${version}::int, ${projects}::uuid[], ${MOST}::int) AS answer`;
    return { version, ...row!.answer };
  });
}
