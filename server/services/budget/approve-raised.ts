// Authorised and audited by who raised the cap; what runs do of it follows.
import { openGates } from '@domain/run/gate';
import { LEASE_MS } from '@domain/run/limits';
import { appendToRun } from '../../db/journal/append';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { afterAppend } from '../step/after';

/** Runs that wait at a budget gate for this cap go on: it was raised, or taken away. A run that still finds no room asks again. */
export async function approveRaised(ctx: Ctx, capId: string): Promise<void> {
  const asking = await tenantTx(tenantOf(ctx), (tx) =>
    tx.approval.findMany({
      where: { orgId: ctx.orgId, kind: 'budget', state: 'open' },
      select: { runId: true },
    }),
  );
  for (const { runId } of asking) {
    const ref = { orgId: ctx.orgId, runId };
    const appended = await appendToRun(
      ref,
      (draft) => {
        const gate = openGates(draft.state).find(({ kind }) => kind === 'budget');
        if (!gate || !draft.state.shortOf?.includes(capId)) return false;
        const by = ctx.userId === undefined ? {} : { by: ctx.userId };
        return draft.add({ type: 'approval.resolved', gateId: gate.id, decision: 'approved', ...by });
      },
      { leaseMs: LEASE_MS },
    );
    afterAppend(ref, appended);
  }
}
