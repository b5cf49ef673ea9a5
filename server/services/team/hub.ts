import { DomainError } from '@domain/errors';
import type { Tx } from '../../db/tenant';
import { type HeldAgent, holdAgent } from '../agent/hold';
import type { Ctx } from '../context';

/**
 * The hub of a new team: the named agent, or the organization's default coordinator.
 * @throws not_found for an agent that this person does not see, unprocessable `no_default_hub`
 */
export async function chooseHub(tx: Tx, ctx: Ctx, hubAgentId: string | undefined): Promise<HeldAgent> {
  if (hubAgentId !== undefined) return holdAgent(tx, ctx, hubAgentId);
  const coordinator = await tx.agent.findFirst({
    where: { isDefaultHub: true, deletedAt: null },
    select: { id: true },
  });
  if (!coordinator)
    throw new DomainError('unprocessable', 'Choose a hub: the organization has no default coordinator', {
      reason: 'no_default_hub',
      issues: [{ path: ['hubAgentId'], code: 'no_default_hub', message: 'Choose a hub agent' }],
    });
  return holdAgent(tx, ctx, coordinator.id);
}
