// Authorised and audited in `changeRun`.
import { DomainError } from '@domain/errors';
import { type RunChanged, RunNamed } from '@domain/run/form';
import type { Ctx } from '../context';
import { changeRun } from './change';
import { mayWork } from './may-work';

/**
 * Takes over a run whose starter's rights have gone: from here on it works with the caller's rights, and goes on.
 * @throws not_found, forbidden, conflict `run_ended`, `not_abandoned`
 */
export async function adoptRun(ctx: Ctx, raw: RunNamed): Promise<RunChanged> {
  const { runId } = RunNamed.parse(raw);
  return changeRun(ctx, runId, {
    permission: 'run.adopt',
    action: 'run.adopted',
    decide: async ({ status, reason, startedBy, adoptedBy }, tx, { projectId }) => {
      const by = ctx.userId;
      // The rights may also have gone while it was paused for another reason.
      const left =
        status === 'paused' &&
        (reason === 'rights_lost' || !(await mayWork(tx, ctx.orgId, adoptedBy ?? startedBy, projectId)));
      if (!left || by === undefined) {
        throw new DomainError('conflict', 'Nobody has to take this run over', { reason: 'not_abandoned' });
      }
      return (draft) =>
        (by === (adoptedBy ?? startedBy) || draft.add({ type: 'run.adopted', by })) &&
        draft.add({ type: 'run.resumed', by });
    },
  });
}
