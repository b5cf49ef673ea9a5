import { CostList, type CostPage, type CostSums, periodOf } from '@domain/cost/cost';
import { DomainError } from '@domain/errors';
import { decodeCursor, toPage } from '@domain/page';
import { z } from 'zod';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { loadProject } from '../project/load';
import { openTeam } from '../team/open';
import { type Line, labelled } from './label';
import { visibleProjects } from './projects';

const Keys = z.tuple([z.string().regex(/^\d{1,18}$/), z.string().max(300)]);

/**
 * What runs of the caller's projects have cost in a period, by day, team, project, agent or model.
 * @throws not_found, forbidden, bad_request `bad_period`
 */
export async function listCosts(ctx: Ctx, raw: z.input<typeof CostList>): Promise<CostPage> {
  const input = CostList.parse(raw);
  const after = decodeCursor(ctx.orgId, input.cursor, Keys);
  const period = periodOf(input, new Date());
  if (!period) {
    const message = 'A period begins before it ends, and is no longer than a year';
    const issues = [{ path: ['from'], code: 'bad_period', message }];
    throw new DomainError('bad_request', message, { reason: 'bad_period', issues });
  }
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'cost.read');
    if (input.projectId !== undefined) await loadProject(tx, ctx, input.projectId);
    if (input.teamId !== undefined) await openTeam(tx, ctx, { id: input.teamId }, 'team.read');
    const projects = await visibleProjects(tx, ctx, input.projectId);
    const [row] = await tx.$queryRaw<{ answer: { lines: Line[]; totals: CostSums } }[]>`
      SELECT cost_lines(${ctx.orgId}::uuid, ${input.by}, ${period.from}::date, ${period.before}::date, ${projects}::uuid[],
        ${input.teamId ?? null}::uuid, ${after?.[0] ?? null}::bigint, ${after?.[1] ?? null}::text, ${input.limit + 1}::int) AS answer`;
    const { lines, totals } = row!.answer;
    const keysOf = (line: Line) => [String(line.costMicros), line.key];
    const page = toPage(ctx.orgId, lines, input.limit, keysOf, (line) => line);
    return { items: await labelled(tx, ctx, input.by, page.items), nextCursor: page.nextCursor, totals };
  });
}
