import { notFound } from '@domain/errors';
import { RunCancel, type RunCancelled } from '@domain/run/form';
import { LEASE_MS } from '@domain/run/limits';
import { isEnded } from '@domain/run/state';
import { audit } from '../../db/audit';
import { type Appended, appendInside } from '../../db/journal/append';
import { lockRun, queryIn } from '../../db/journal/in-transaction';
import { tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { afterAppend } from '../step/after';

/**
 * Ends a run now: when this returns, no new step of it starts. Running steps are told and answer within seconds;
 * the receipt in `run.closed` says how long each took. A run that has ended answers `already_<status>`.
 * @throws not_found, forbidden
 */
export async function cancelRun(ctx: Ctx, raw: RunCancel): Promise<RunCancelled> {
  const { runId, reason } = RunCancel.parse(raw);
  const ref = { orgId: ctx.orgId, runId };
  let appended: Appended | undefined;
  const answer = await tenantTx(tenantOf(ctx), async (tx): Promise<RunCancelled> => {
    const row = await tx.run.findFirst({ where: { id: runId }, include: { project: true } });
    if (!row) throw notFound();
    await authorize(tx, ctx, 'run.cancel', row.project);
    const run = await lockRun(tx, ref);
    if (!run) throw notFound();
    const { status } = run.state;
    if (isEnded(run.state)) return { runId, outcome: `already_${status}`, status };
    appended = await appendInside(
      queryIn(tx),
      ref,
      run,
      (draft) => draft.add({ type: 'run.cancelled', reason: reason || 'stopped', by: ctx.userId }),
      { leaseMs: LEASE_MS },
    );
    if (appended.outcome !== 'appended') throw new Error(`a cancel was ${appended.outcome}`);
    await audit(tx, ctx, {
      action: 'run.cancelled',
      targetType: 'run',
      targetId: runId,
      before: { status },
      after: { status: 'cancelled', reason },
    });
    return { runId, outcome: 'cancelled', status: 'cancelled' };
  });
  if (appended) afterAppend(ref, appended);
  return answer;
}
