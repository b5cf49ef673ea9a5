import { notFound } from '@domain/errors';
import type { ArtifactView } from '@domain/run/view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { loadRun } from './load';

/** A delivered text of a run that the caller sees. @throws not_found, also for another run's artifact; forbidden */
export async function readArtifact(ctx: Ctx, input: { id: string }): Promise<ArtifactView> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const found = await tx.artifact.findFirst({ where: { orgId: ctx.orgId, id: input.id } });
    if (!found) throw notFound();
    await loadRun(tx, ctx, found.runId);
    const { id, runId, stepId, slotId, round, kind, text, value, createdAt } = found;
    const structured = value === null ? {} : { value };
    return {
      id,
      runId,
      stepId,
      slotId,
      round,
      kind,
      text,
      ...structured,
      createdAt: createdAt.toISOString(),
    };
  });
}
