import type { RunView } from '@domain/run/view';
import { tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { type Ctx, tenantOf } from '../context';
import { loadRun } from './load';
import { summariseRuns } from './present';

/** A run with its pinned document and the names of those in its facts. @throws not_found, forbidden */
export async function getRun(ctx: Ctx, input: { id: string }): Promise<RunView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const row = await loadRun(tx, ctx, input.id);
    const [summary] = await summariseRuns(tx, ctx, [row]);
    const { manifest } = await tx.run.findFirstOrThrow({
      where: { orgId: ctx.orgId, id: row.id },
      select: { manifest: true },
    });
    const steps = await tx.step.findMany({
      where: { orgId: ctx.orgId, runId: row.id },
      distinct: ['agentId'],
      select: { agentId: true },
    });
    const agents = await tx.agent.findMany({
      where: { AND: [{ id: { in: steps.map((step) => step.agentId) } }, await visibleTo(tx, ctx.userId)] },
      select: { id: true, name: true },
    });
    const { startedBy } = summary!;
    return {
      ...summary!,
      seq: row.seq,
      reservedMicros: Number(row.reservedMicros),
      manifest,
      names: {
        agents: Object.fromEntries(agents.map((agent) => [agent.id, agent.name])),
        people: startedBy.name === null ? {} : { [startedBy.id]: startedBy.name },
      },
    };
  });
}
