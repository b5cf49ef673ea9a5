import type { CapabilitySettings } from '@domain/agent/capabilities';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';

/** What these agents' settings say of what they may do, by id. The caller has found them visible. */
export async function agentSettings(
  ctx: Ctx,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, CapabilitySettings>> {
  const rows = await tenantTx(tenantOf(ctx), (tx) =>
    tx.agent.findMany({
      where: { id: { in: [...new Set(agentIds)] } },
      select: { id: true, capabilities: true },
    }),
  );
  return new Map(rows.map(({ id, capabilities }) => [id, capabilities as CapabilitySettings]));
}
