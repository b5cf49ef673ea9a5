import { appClient } from './client';
import type { Tx } from './tenant';

/**
 * Runs `fn` as the person alone, outside every organization: row-level security shows their own row of `user` and
 * nothing of any tenant.
 */
export async function personTx<T>(userId: string, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return appClient().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('app.org', '', true), set_config('app.user', ${userId}, true)`;
    return fn(tx);
  });
}
