import { DomainError } from '@domain/errors';
import { type Provider, ProviderKind, type ProviderUpdate } from '@domain/provider/provider';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { checkAddress } from './address';
import { sealedKey } from './key';
import { lockProvider } from './open';
import { auditedProvider, toProvider } from './present';
import { newPrices, pricesOf } from './price';

const originOf = (baseUrl: string | null): string | null => baseUrl && new URL(baseUrl).origin;

/**
 * Changes a connection; kind and unit stay. A stored key is kept when none is given, but it does not follow to
 * another address: whoever moves the address enters the key again. @throws unprocessable `key_required`, and as
 * `createProvider`
 */
export async function updateProvider(ctx: Ctx, input: ProviderUpdate & { id: string }): Promise<Provider> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const old = await lockProvider(tx, ctx, input.id, 'provider.update');
    const before = toProvider(old, await pricesOf(tx, [old.id]));
    const kind = ProviderKind.parse(old.kind);
    const baseUrl = input.baseUrl === undefined ? old.baseUrl : checkAddress(kind, input.baseUrl);
    if (old.keyCipher && input.apiKey === undefined && originOf(baseUrl) !== originOf(old.baseUrl)) {
      const message = 'Enter the key again: the stored one is for the old address';
      throw new DomainError('unprocessable', message, {
        reason: 'key_required',
        issues: [{ path: ['apiKey'], code: 'key_required', message }],
      });
    }
    const row = await tx.providerConnection.update({
      where: { orgId_id: { orgId: ctx.orgId, id: old.id } },
      data: {
        name: input.name,
        baseUrl,
        ...(input.apiKey === undefined ? {} : sealedKey(kind, ctx.orgId, old.id, input.apiKey)),
        models: input.models?.map((model) => model.name),
      },
    });
    if (input.models) {
      await tx.price.createMany({ data: await newPrices(tx, ctx.orgId, old.id, input.models) });
    }
    const provider = toProvider(row, await pricesOf(tx, [row.id]));
    await audit(tx, ctx, {
      action: 'provider.updated',
      targetType: 'provider',
      targetId: row.id,
      before: auditedProvider(before),
      after: { ...auditedProvider(provider), keyChanged: input.apiKey !== undefined },
    });
    return provider;
  });
}
