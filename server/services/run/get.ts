import type { RunView } from '@domain/run/view';
import { type Tx, tenantTx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import { type Ctx, tenantOf } from '../context';
import { loadRun, type RunRow } from './load';
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
    return {
      ...summary!,
      seq: row.seq,
      reservedMicros: Number(row.reservedMicros),
      manifest,
      names: {
        agents: Object.fromEntries(agents.map((agent) => [agent.id, agent.name])),
        people: await peopleOf(tx, ctx, row),
      },
    };
  });
}

/** Who has had a hand in the run, and the reader: their own next deed has a name at once. */
async function peopleOf(tx: Tx, ctx: Ctx, row: RunRow): Promise<Record<string, string>> {
  const acts = await tx.audit.findMany({
    where: { orgId: ctx.orgId, targetType: 'run', targetId: row.id },
    distinct: ['actorId'],
    select: { actorId: true },
  });
  const ids = [row.startedBy, ctx.userId, ...acts.map(({ actorId }) => actorId)].filter((id) => id != null);
  const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return Object.fromEntries(people.map((person) => [person.id, person.name]));
}
