import type { Permission } from '@domain/access/policy';
import { notFound } from '@domain/errors';
import { MemoryScope } from '@domain/memory/memory';
import type { Tx } from '../../db/tenant';
import type { Ctx } from '../context';
import { loadRun } from '../run/load';
import { openHolder } from './holder';
import type { MemoryRow } from './present';

/** A memory whose holder and whose source the caller sees, when they may do this to it. @throws not_found, forbidden */
export async function loadMemory(tx: Tx, ctx: Ctx, id: string, permission: Permission): Promise<MemoryRow> {
  const row = await tx.memory.findFirst({ where: { orgId: ctx.orgId, id } });
  const holderId = row?.agentId ?? row?.teamId ?? row?.runId;
  if (!row || !holderId) throw notFound();
  if (row.sourceRunId) await loadRun(tx, ctx, row.sourceRunId);
  await openHolder(tx, ctx, { scope: MemoryScope.parse(row.scope), holderId }, permission);
  return row;
}
