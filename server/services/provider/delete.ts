import { DomainError } from '@domain/errors';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { lockProvider } from './open';

/**
 * Deletes a connection and its key; its prices stay, for the ledger of past runs.
 * @throws conflict `provider_in_use` while an agent uses it
 */
export async function deleteProvider(ctx: Ctx, input: { id: string }): Promise<{ id: string }> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const row = await lockProvider(tx, ctx, input.id, 'provider.delete');
    const agents = await tx.agent.count({ where: { providerId: row.id, deletedAt: null } });
    if (agents > 0) {
      throw new DomainError('conflict', 'Agents still use this provider', {
        reason: 'provider_in_use',
        details: { agents },
      });
    }
    await tx.providerConnection.update({
      where: { orgId_id: { orgId: ctx.orgId, id: row.id } },
      data: { deletedAt: new Date(), keyCipher: null, keyId: null },
    });
    await audit(tx, ctx, {
      action: 'provider.deleted',
      targetType: 'provider',
      targetId: row.id,
      before: { kind: row.kind, name: row.name, baseUrl: row.baseUrl, models: row.models },
    });
    return { id: row.id };
  });
}
