import type { Provider, ProviderCreate } from '@domain/provider/provider';
import { audit } from '../../db/audit';
import { newId } from '../../db/ids';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { checkAddress } from './address';
import { sealedKey } from './key';
import { auditedProvider, toProvider } from './present';
import { newPrices, pricesOf } from './price';

/**
 * A new connection on `unitId` (null: the whole organization), its key encrypted, its models priced.
 * @throws unprocessable for an address that may not be called or is missing
 */
export async function createProvider(ctx: Ctx, input: ProviderCreate): Promise<Provider> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    await authorize(tx, ctx, 'provider.create', { unitId: input.unitId });
    const id = newId();
    const row = await tx.providerConnection.create({
      data: {
        orgId: ctx.orgId,
        id,
        kind: input.kind,
        name: input.name,
        baseUrl: checkAddress(input.kind, input.baseUrl),
        ...sealedKey(input.kind, ctx.orgId, id, input.apiKey),
        models: input.models.map((model) => model.name),
        unitId: input.unitId,
      },
    });
    await tx.price.createMany({ data: await newPrices(tx, ctx.orgId, id, input.models) });
    const provider = toProvider(row, await pricesOf(tx, [id]));
    await audit(tx, ctx, {
      action: 'provider.created',
      targetType: 'provider',
      targetId: id,
      after: { ...auditedProvider(provider), hasKey: provider.hasKey },
    });
    return provider;
  });
}
