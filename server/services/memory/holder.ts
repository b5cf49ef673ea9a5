import type { Permission } from '@domain/access/policy';
import type { MemoryScope } from '@domain/memory/memory';
import type { Tx } from '../../db/tenant';
import { openAgent } from '../agent/open';
import { authorize } from '../authorize';
import type { Ctx } from '../context';
import { loadRun } from '../run/load';
import { openTeam } from '../team/open';

export type Holder = { agentId: string } | { teamId: string } | { runId: string };

/**
 * Whose memory it is, when this person may do this to it. One of a run belongs to the run's root, and holds for
 * everything below it. @throws not_found, forbidden
 */
export async function openHolder(
  tx: Tx,
  ctx: Ctx,
  { scope, holderId }: { scope: MemoryScope; holderId: string },
  permission: Permission,
): Promise<Holder> {
  if (scope === 'agent') return { agentId: (await openAgent(tx, ctx, holderId, permission)).id };
  if (scope === 'team') return { teamId: (await openTeam(tx, ctx, { id: holderId }, permission)).id };
  const run = await loadRun(tx, ctx, holderId);
  await authorize(tx, ctx, permission, run.project);
  const { rootRunId } = await tx.run.findFirstOrThrow({
    where: { orgId: ctx.orgId, id: run.id },
    select: { rootRunId: true },
  });
  return { runId: rootRunId };
}
