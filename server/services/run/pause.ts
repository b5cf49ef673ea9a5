// Authorised and audited in `changeRun`.
import { type RunChanged, RunNamed } from '@domain/run/form';
import type { Ctx } from '../context';
import { changeRun } from './change';

/**
 * Stops claims: steps that run finish, nothing new starts, the run's clock stands still. Gates can still be decided.
 * @throws not_found, forbidden, conflict `run_ended`
 */
export async function pauseRun(ctx: Ctx, raw: RunNamed): Promise<RunChanged> {
  const { runId } = RunNamed.parse(raw);
  return changeRun(ctx, runId, {
    permission: 'run.pause',
    action: 'run.paused',
    decide: async ({ status }) =>
      status === 'paused'
        ? null
        : (draft) => draft.add({ type: 'run.paused', reason: 'by_person', by: ctx.userId }),
  });
}
