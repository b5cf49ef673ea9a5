import type { Provider } from '@domain/provider/provider';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { openProvider } from './open';
import { toProvider } from './present';
import { pricesOf } from './price';

/** One provider connection. @throws not_found when it is unknown, deleted or invisible */
export async function getProvider(ctx: Ctx, input: { id: string }): Promise<Provider> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const row = await openProvider(tx, ctx, input.id, 'provider.read');
    return toProvider(row, await pricesOf(tx, [row.id]));
  });
}
