// Authorised and audited in `changeRun`.
import { DomainError } from '@domain/errors';
import { type RunChanged, RunNamed } from '@domain/run/form';
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
    decide: async ({ status }, tx, row) => {
      if (status !== 'paused') return null;
      if (!(await mayWork(tx, ctx.orgId, row.adoptedBy ?? row.startedBy, row.projectId))) {
        throw new DomainError('conflict', 'Whoever the run works for may not run it any more', {
          reason: 'rights_lost',
        });
      }
      return (draft) => draft.add({ type: 'run.resumed', by: ctx.userId });
    },
  });
}
