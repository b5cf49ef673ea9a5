import { type Draft, record } from './draft';
import type { InputOf } from './fact';
import { nextGateId, policyRequest } from './gate';
import { planStep } from './graph';
import { namesOf } from './progress';
import { asksAgain } from './rerun';
import { stepIn } from './state';

/** What a person wrote in place of an output that has to be approved waits for that, as the agent's own would. */
export function askForEditions(draft: Draft, { plan, reused }: InputOf<'plan.created'>): void {
  for (const one of reused ?? []) {
    const step = stepIn(draft.state, one.stepId);
    const planned = planStep(plan, one.stepId);
    if (!step || !planned || !asksAgain(plan, one)) continue;
    const { artifactId, preview } = one;
    const on = { kind: 'approval_after', ref: nextGateId(draft.state) };
    record(draft, { type: 'plan.task.waiting', ...namesOf(step), on, artifactId, preview });
    record(draft, policyRequest(draft.state, 'after', planned, step));
  }
}
