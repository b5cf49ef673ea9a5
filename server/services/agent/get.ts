import type { AgentView } from '@domain/agent/view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { openAgent } from './open';
import { toAgent } from './present';

/** One agent. @throws not_found when it is unknown, deleted or invisible */
export async function getAgent(ctx: Ctx, input: { id: string }): Promise<AgentView> {
  return tenantTx(tenantOf(ctx), async (tx) => toAgent(await openAgent(tx, ctx, input.id, 'agent.read')));
}
