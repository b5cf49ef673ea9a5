import type { PoolClient } from 'pg';
import { appPool } from '../db/pools';

/** A short transaction of the application's role with the tenant set for it alone. */
export async function inTenant<T>(orgId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await appPool().connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    await client.query(`SELECT set_config('app.org', $1, true)`, [orgId]);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
