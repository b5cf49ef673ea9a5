// Authorised and audited in `changeRun`.
import { DomainError } from '@domain/errors';
import type { FactInput } from '@domain/run/fact';
import { type RunChanged, RunHandOver } from '@domain/run/form';
import { refusalOf, waitsOnIntent } from '@domain/run/handoff';
import type { HandoffRefusal } from '@domain/run/handoff-facts';
import { mayStandIn } from '@domain/run/stand-in';
import { type RunState, stepIn } from '@domain/run/state';
import type { Ctx } from '../context';
import { changeRun } from './change';

const MESSAGES: Partial<Record<HandoffRefusal, string>> = {
  to_itself: 'This slot acts already',
  unknown_slot: 'There is no such slot',
  max_rounds: 'This run has had all its handoffs',
  pingpong: 'These two have handed the work back and forth as often as their team allows',
};

/**
 * Gives the turn of a handoff run to a slot, whoever acts now and whatever the edges say, or, without a slot, says that
 * the work is done with what the waiting actor has delivered. What the actor works on meanwhile is stopped.
 * @throws not_found, forbidden, `four_eyes`, conflict `run_ended`, `nothing_delivered`, `max_rounds`, `pingpong`, unprocessable
 * `not_a_handoff`, `to_itself`, `unknown_slot`
 */
export async function forceHandoff(ctx: Ctx, raw: RunHandOver): Promise<RunChanged> {
  const { runId, to, reason } = RunHandOver.parse(raw);
  return changeRun(ctx, runId, {
    permission: 'run.handOver',
    action: to === undefined ? 'run.finished' : 'run.handed_over',
    decide: async (state) => {
      const fact = factFor(state, ctx.userId ?? '', to, reason);
      return (draft) => draft.add(fact);
    },
  });
}

function factFor(state: RunState, by: string, to: string | undefined, reason: string): FactInput {
  const step = state.handoff && stepIn(state, state.handoff.active);
  if (!step) {
    const message = 'In this run nobody hands over to anybody';
    throw new DomainError('unprocessable', message, { reason: 'not_a_handoff' });
  }
  if (!mayStandIn(state, step, by)) {
    const message = 'Somebody else than who the run works for has to approve what was delivered';
    throw new DomainError('forbidden', message, { reason: 'four_eyes' });
  }
  const at = { stepId: step.id, round: step.round, attempt: step.attempt, by };
  if (to === undefined) {
    if (!waitsOnIntent(step)) {
      const message = 'The actor has delivered nothing that waits for a word';
      throw new DomainError('conflict', message, { reason: 'nothing_delivered' });
    }
    const { artifactId, preview = '' } = step;
    const delivered = artifactId === undefined ? {} : { artifactId };
    return { type: 'handoff.completed', ...at, ...delivered, summary: reason || preview };
  }
  const refusal = refusalOf(state, step.id, to, true);
  if (refusal) throw refused(refusal);
  return { type: 'handoff.started', ...at, to, ...(reason !== '' && { reason }) };
}

function refused(refusal: HandoffRefusal): DomainError {
  const message = MESSAGES[refusal] ?? 'This handoff cannot be made';
  const isState = refusal === 'max_rounds' || refusal === 'pingpong';
  if (isState) return new DomainError('conflict', message, { reason: refusal });
  const issues = [{ path: ['to'], code: refusal, message }];
  return new DomainError('unprocessable', message, { reason: refusal, issues });
}
