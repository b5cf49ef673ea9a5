import { appClient } from './client';
import type { Prisma } from './generated/client';

export type Tx = Prisma.TransactionClient;

/** Whose rows a transaction may see: every tenant table by `orgId`, private rows by `userId` as well. */
export type Tenant = { orgId: string; userId?: string };

/** Waiting for a connection, then the transaction itself (ms). Both end as 503 at the edge. */
const MAX_WAIT_MS = 5_000;
const TIMEOUT_MS = 10_000;

/**
 * Runs `fn` in one transaction inside the tenant's wall: `app.org` and `app.user` are set for this
 * transaction alone, and row-level security shows nothing else. Only `tx` may be used inside `fn`, and no
 * model call or other slow work.
 */
export async function tenantTx<T>(tenant: Tenant, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return appClient().$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT set_config('app.org', ${tenant.orgId}, true), set_config('app.user', ${tenant.userId ?? ''}, true)`;
      return fn(tx);
    },
    { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS },
  );
}
