import type { Permission } from '@domain/access/policy';
import { DomainError, notFound } from '@domain/errors';
import type { RunChanged } from '@domain/run/form';
import { LEASE_MS } from '@domain/run/limits';
import { isEnded } from '@domain/run/state';
import { audit } from '../../db/audit';
import { type Appended, appendInside } from '../../db/journal/append';
import type { Draft } from '../../db/journal/draft';
import { lockRun, queryIn } from '../../db/journal/in-transaction';
import type { Folded } from '../../db/journal/load';
import { type Tx, tenantTx } from '../../db/tenant';
import { authorize } from '../authorize';
import { type Ctx, tenantOf } from '../context';
import { afterAppend } from '../step/after';

type Change = {
  permission: Permission;
  /** `noun.past`; also says what the answer's `outcome` is. */
  action: `run.${string}`;
  /** Looks at the run under its lock; null: nothing is to be changed. @throws DomainError */
  decide: (
    run: Folded['state'],
    tx: Tx,
    row: { startedBy: string; adoptedBy: string | null; projectId: string },
  ) => Promise<((draft: Draft) => boolean) | null>;
};

/**
 * Changes how a run goes on, under its lock: authorise, decide, append, audit in one commit. Nothing to change answers
 * `already_<status>`. @throws not_found, forbidden, conflict `run_ended`
 */
export async function changeRun(ctx: Ctx, runId: string, change: Change): Promise<RunChanged> {
  const ref = { orgId: ctx.orgId, runId };
  let appended: Appended | undefined;
  const answer = await tenantTx(tenantOf(ctx), async (tx): Promise<RunChanged> => {
    const row = await tx.run.findFirst({
      where: { orgId: ctx.orgId, id: runId },
      include: { project: true },
    });
    if (!row) throw notFound();
    await authorize(tx, ctx, change.permission, row.project);
    const run = await lockRun(tx, ref);
    if (!run) throw notFound();
    const { status } = run.state;
    if (isEnded(run.state)) throw new DomainError('conflict', 'The run has ended', { reason: 'run_ended' });
    const facts = await change.decide(run.state, tx, row);
    if (!facts) return { runId, outcome: `already_${status}`, status };
    appended = await appendInside(queryIn(tx), ref, run, facts, { leaseMs: LEASE_MS });
    if (appended.outcome !== 'appended') throw new Error(`${change.action} was ${appended.outcome}`);
    const after = appended.state.status;
    await audit(tx, ctx, {
      action: change.action,
      targetType: 'run',
      targetId: runId,
      before: { status },
      after: { status: after },
    });
    return { runId, outcome: change.action.slice('run.'.length), status: after };
  });
  if (appended) afterAppend(ref, appended);
  return answer;
}
