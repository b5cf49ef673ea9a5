import type { Tx } from '../../db/tenant';

/** Whether a run may work with this person's rights: the very question that each claim asks. */
export async function mayWork(tx: Tx, orgId: string, userId: string, projectId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ may: boolean }[]>`
    SELECT engine_may_run(${orgId}::uuid, ${userId}::uuid, ${projectId}::uuid) AS may`;
  return row?.may ?? false;
}
