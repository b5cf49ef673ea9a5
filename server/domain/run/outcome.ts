import type { Draft } from './draft';
import { endRun } from './end';
import type { InputOf } from './fact';
import { followIntent } from './follow-intent';
import { graphOf, planStep } from './graph';
import { finish, readyAmong, skipBehind } from './progress';
import { reject } from './rework';
import { settleChildren } from './settle-children';

/** What follows from a completed step: a rejection, or who waited for it. */
export function completed(draft: Draft, body: InputOf<'plan.task.completed'>): void {
  const { plan } = draft.state;
  const planned = plan && planStep(plan, body.stepId);
  if (!plan || !planned) return;
  if (plan.handoff) {
    followIntent(draft, body);
    return;
  }
  if (planned.reviewOf !== undefined && body.verdict && !body.verdict.accept) {
    reject(draft, plan, planned, body.verdict.issues);
  } else {
    const graph = graphOf(plan);
    readyAmong(draft, graph.neededBy[graph.position.get(body.stepId) ?? -1] ?? []);
  }
  settleChildren(draft);
  finish(draft);
}

/** What follows from a failure for good: the end of the run with this status, or, of an optional step, skipped ones. */
export function failed(
  draft: Draft,
  body: InputOf<'plan.task.failed'>,
  status: 'failed' | 'timed_out' = 'failed',
): void {
  const { plan } = draft.state;
  if (!plan) return;
  if (planStep(plan, body.stepId)?.optional) {
    skipBehind(draft, graphOf(plan).position.get(body.stepId) ?? -1);
    settleChildren(draft);
    finish(draft);
  } else {
    const { reason, stepId } = body;
    endRun(draft, { type: 'run.failed', status, reason, stepId });
  }
}
