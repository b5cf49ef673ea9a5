// Authorised and audited in `changeRun`.
import { DomainError } from '@domain/errors';
import { type RunChanged, RunNamed } from '@domain/run/form';
import type { Tx } from '../../db/tenant';
import type { Ctx } from '../context';
import { changeRun } from './change';
import { mayWork } from './may-work';

/**
 * Lets a paused run go on; what is ready is rung for. @throws not_found, forbidden, conflict `run_ended`, `rights_lost`
 * while whoever it works for may not run it: then it can be adopted
 */
export async function resumeRun(ctx: Ctx, raw: RunNamed): Promise<RunChanged> {
  const { runId } = RunNamed.parse(raw);
  return changeRun(ctx, runId, {
    permission: 'run.resume',
    action: 'run.resumed',
    decide: async (state, tx, row) => {
      if (state.status !== 'paused') return null;
      if (state.startedAt === undefined) await requireQueueRoom(tx, ctx.orgId);
      if (!(await mayWork(tx, ctx.orgId, row.adoptedBy ?? row.startedBy, row.projectId))) {
        throw new DomainError('conflict', 'Whoever the run works for may not run it any more', {
          reason: 'rights_lost',
        });
      }
      return (draft) => draft.add({ type: 'run.resumed', by: ctx.userId });
    },
  });
}

/** One that has not begun joins the queue, which has an end. @throws too_many_requests `too_many_queued` */
async function requireQueueRoom(tx: Tx, orgId: string): Promise<void> {
  const { maxQueued } = await tx.organization.findUniqueOrThrow({
    where: { id: orgId },
    select: { maxQueued: true },
  });
  const queued = await tx.run.count({ where: { orgId, status: 'queued' }, take: maxQueued });
  if (queued < maxQueued) return;
  throw new DomainError('too_many_requests', 'Too many runs are waiting to start', {
    reason: 'too_many_queued',
    retryAfterSeconds: 30,
  });
}
