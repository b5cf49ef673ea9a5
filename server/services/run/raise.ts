// Authorised and audited in `changeRun`.
import { DomainError } from '@domain/errors';
import { type RunChanged, RunRaise } from '@domain/run/form';
import type { Ctx } from '../context';
import { changeRun } from './change';

/**
 * Raises a run's own cap. A run that waits for more goes on in the same commit.
 * @throws not_found, forbidden, conflict `run_ended`, unprocessable `not_higher`
 */
export async function raiseRun(ctx: Ctx, raw: RunRaise): Promise<RunChanged> {
  const { runId, capMicros } = RunRaise.parse(raw);
  return changeRun(ctx, runId, {
    permission: 'run.raise',
    action: 'run.raised',
    decide: async (state) => {
      if (capMicros === state.capMicros) return null;
      if (capMicros < state.capMicros) {
        const message = 'A running budget can only be raised';
        const issues = [{ path: ['capMicros'], code: 'not_higher', message }];
        throw new DomainError('unprocessable', message, { reason: 'not_higher', issues });
      }
      const by = ctx.userId === undefined ? {} : { by: ctx.userId };
      return (draft) => draft.add({ type: 'budget.raised', capMicros, ...by });
    },
  });
}
