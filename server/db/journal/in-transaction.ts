import type { Tx } from '../tenant';
import { type Folded, loadRun, type Query } from './load';
import type { RunRef } from './payload';

/** A Prisma transaction as a `Query`, so that a verb's own writes and its facts are one commit. */
export const queryIn =
  (tx: Tx): Query =>
  (sql, values) =>
    tx.$queryRawUnsafe(sql, ...values);

/** Locks the run (its root first) and folds it: what is appended in this transaction is never stale. */
export async function lockRun(tx: Tx, ref: RunRef): Promise<Folded | null> {
  const [row] = await tx.$queryRaw<{ root: string }[]>`
    SELECT root_run_id AS root FROM "run" WHERE org_id = ${ref.orgId}::uuid AND id = ${ref.runId}::uuid`;
  if (!row) return null;
  for (const id of new Set([row.root, ref.runId])) {
    await tx.$queryRaw`SELECT FROM "run" WHERE org_id = ${ref.orgId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  }
  return loadRun(queryIn(tx), ref);
}
