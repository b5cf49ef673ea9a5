import type { FactInput, InputOf } from '@domain/run/fact';
import type { Intent } from '@domain/run/handoff-facts';
import type { TestRun } from './run';

type Completion = InputOf<'plan.task.completed'>;

const slotAt = (run: TestRun, pick: number): string =>
  run.state.steps[pick % Math.max(1, run.state.steps.length)]?.id ?? 'nobody';

/** Steps to which the plan has a way from here. */
const ways = (run: TestRun, from: string): string[] =>
  (run.state.plan?.handoff?.edges ?? []).filter((edge) => edge.from === from).map(({ to }) => to);

/** Mostly a handoff along an edge; wrong ones, ends and silence among them. */
export function randomIntent(run: TestRun, from: string, pick: number, amount: number): Intent {
  const along = ways(run, from);
  const to = along[pick % Math.max(1, along.length)];
  if (amount % 10 < 7 && to !== undefined) return { kind: 'handoff', to };
  if (amount % 10 < 8) return { kind: 'handoff', to: amount % 3 === 0 ? 'nobody' : slotAt(run, pick) };
  return { kind: (['complete', 'cancel', 'none'] as const)[pick % 3]! };
}

/** A completion with what its actor wants, in a handoff run. */
export const intended = (run: TestRun, done: Completion, pick: number, amount: number): Completion =>
  run.state.handoff ? { ...done, intent: randomIntent(run, done.stepId, pick, amount) } : done;

/** What persons, refused claims and time say of a handoff, mostly in vain. */
export function randomHandoff(run: TestRun, pick: number, amount: number): FactInput {
  const actor = amount % 5 === 0 ? slotAt(run, amount) : (run.state.handoff?.active ?? 'nobody');
  const step = run.state.steps.find(({ id }) => id === actor) ?? { round: 1, attempt: 1, epoch: 0 };
  const at = { stepId: actor, round: step.round, attempt: step.attempt };
  const to = slotAt(run, pick);
  switch (amount % 6) {
    case 0:
      return { type: 'handoff.started', ...at, to, by: 'person' };
    case 1:
      return { type: 'handoff.started', ...at, to, epoch: step.epoch, ordinal: amount };
    case 2:
      return {
        type: 'handoff.rejected',
        ...at,
        epoch: step.epoch,
        ordinal: amount,
        reason: 'may_not_cancel',
      };
    case 3:
      return { type: 'handoff.completed', ...at, summary: 'enough', by: 'person' };
    case 4:
      return { type: 'handoff.timeout', ...at };
    default:
      return { type: 'plan.task.waiting', ...at, epoch: step.epoch, on: { kind: 'intent' } };
  }
}

/** A completion that goes on along the plan, or says that the work is done. */
export function onwards(run: TestRun, done: Completion, further: boolean): Completion {
  if (!run.state.handoff) return done;
  const along = ways(run, done.stepId);
  const to = along[run.state.handoff.rounds % Math.max(1, along.length)];
  return { ...done, intent: further && to !== undefined ? { kind: 'handoff', to } : { kind: 'complete' } };
}
