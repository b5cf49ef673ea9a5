import type { TreeCost } from '@domain/cost/cost';
import { notFound } from '@domain/errors';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { loadRun } from '../run/load';
import { type Line, labelled } from './label';
import { visibleProjects } from './projects';

type Tree = Omit<TreeCost, 'rootRunId' | 'agents' | 'models'> & { agents: Line[]; models: Line[] };

/**
 * What the tree that a run belongs to has cost, up to the last committed call: its root, what that has started and
 * what those have. Runs in projects that the caller does not see are left out. @throws not_found, forbidden
 */
export async function costOfRun(ctx: Ctx, { runId }: { runId: string }): Promise<TreeCost> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const run = await loadRun(tx, ctx, runId);
    await authorize(tx, ctx, 'cost.read', run.project);
    const { rootRunId } = await tx.run.findFirstOrThrow({
      where: { orgId: ctx.orgId, id: run.id },
      select: { rootRunId: true },
    });
    const projects = await visibleProjects(tx, ctx);
    const [row] = await tx.$queryRaw<{ tree: Tree }[]>`
      SELECT cost_tree(${ctx.orgId}::uuid, ${rootRunId}::uuid, ${projects}::uuid[]) AS tree`;
    if (!row) throw notFound();
    const agents = await labelled(tx, ctx, 'agent', row.tree.agents);
    const models = await labelled(tx, ctx, 'model', row.tree.models);
    return { ...row.tree, rootRunId, agents, models };
  });
}
