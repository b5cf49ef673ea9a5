import { DomainError, notFound } from '@domain/errors';
import type { Tx } from '../../db/tenant';
import { authorize } from '../authorize';
import type { Ctx } from '../context';

/**
 * That this person may see the provider connection and that it offers the model.
 * @throws not_found for an unknown, deleted or invisible provider; unprocessable `unknown_model`
 */
export async function checkModel(tx: Tx, ctx: Ctx, providerId: string, model: string): Promise<void> {
  const provider = await tx.providerConnection.findFirst({ where: { id: providerId, deletedAt: null } });
  if (!provider) throw notFound();
  await authorize(tx, ctx, 'provider.read', provider);
  if (provider.models.includes(model)) return;
  throw new DomainError('unprocessable', 'This provider does not offer that model', {
    reason: 'unknown_model',
    issues: [
      { path: ['model'], code: 'unknown_model', message: `"${model}" is not in the provider's model list` },
    ],
  });
}
