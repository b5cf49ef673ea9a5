import { childrenAreToldOf, childrenOf, isOpenChild, PARENT_ENDED } from './delegation';
import { type Draft, record } from './draft';
import { graphOf, planStep } from './graph';
import type { PlanStep } from './plan';
import { readyAmong } from './progress';
import { isEnded, type RunState, STEP_TERMINAL, stepIn } from './state';

const ENDS: ReadonlySet<string> = new Set([
  'plan.task.completed',
  'plan.task.failed',
  'plan.task.skipped',
  'plan.task.cancelled',
]);
const ANEW: ReadonlySet<string> = new Set(['plan.task.reopened', 'plan.task.invalidated']);

/**
 * What follows for delegated steps from what this reduction has recorded so far: children of a step that ended or
 * begins anew are stopped, parents are told of children that ended, and who has been told of all goes on. Answers
 * whether anything followed.
 */
export function settleChildren(draft: Draft): boolean {
  const { plan } = draft.state;
  const before = draft.append.length;
  if (!plan || graphOf(plan).children.size === 0) return false;
  // What is recorded here is looked at as well.
  for (let at = 0; at < draft.append.length && !isEnded(draft.state); at++) {
    const fact = draft.append[at]!;
    if (!('stepId' in fact) || fact.stepId === undefined) continue;
    const step = planStep(draft.state.plan ?? plan, fact.stepId);
    if (!step) continue;
    if (fact.type === 'delegation.started') readyAmong(draft, [draft.state.steps.length - 1]);
    if (ENDS.has(fact.type) || ANEW.has(fact.type)) stopChildren(draft, step.id);
    if (ENDS.has(fact.type) && step.parent !== undefined) tellOf(draft, step);
  }
  return draft.append.length > before;
}

function stopChildren(draft: Draft, parentId: string): void {
  const { plan } = draft.state;
  if (!plan) return;
  for (const { id } of childrenOf(plan, parentId)) {
    const child = stepIn(draft.state, id);
    if (!child || STEP_TERMINAL.has(child.status)) continue;
    const { round, attempt } = child;
    if (child.status === 'running')
      draft.effects.push({ kind: 'step.abort', stepId: id, epoch: child.epoch });
    record(draft, { type: 'plan.task.cancelled', stepId: id, round, attempt, reason: PARENT_ENDED });
  }
}

/** Tells the parent of the child, together with its work or its reviews, once all of them have come to an end. */
function tellOf(draft: Draft, child: PlanStep): void {
  const { state } = draft;
  const parent = stepIn(state, child.parent ?? '');
  if (!parent || !state.plan) return;
  const work = child.reviewOf ?? child.id;
  const group = childrenOf(state.plan, parent.id).flatMap(({ id, reviewOf }) =>
    id === work || reviewOf === work ? (stepIn(state, id) ?? []) : [],
  );
  if (!group.every(({ status }) => STEP_TERMINAL.has(status))) return;
  const accepted = group.every(({ id, status }) => id === work || status === 'completed');
  for (const step of group) {
    if (!isOpenChild(step)) continue;
    const about = { stepId: parent.id, round: parent.round, attempt: parent.attempt, childId: step.id };
    const { artifactId, preview = '', reason = step.status, detail } = step;
    if (step.status !== 'completed') {
      const why = { reason, ...(detail !== undefined && { detail }) };
      record(draft, { type: 'delegation.failed', ...about, ...why });
    } else if (step.id === work && !accepted) {
      record(draft, { type: 'delegation.failed', ...about, reason: 'not_accepted' });
    } else {
      const delivered = { ...(artifactId !== undefined && { artifactId }), preview };
      record(draft, { type: 'delegation.completed', ...about, ...delivered });
    }
  }
  wake(draft, parent.id);
}

/** The parent goes on once it has been told of every child. */
function wake(draft: Draft, parentId: string): void {
  const parent = stepIn(draft.state, parentId);
  if (parent?.status !== 'waiting' || parent.waitingOn?.kind !== 'children') return;
  if (!childrenAreToldOf(draft.state, parentId)) return;
  const at = { stepId: parentId, round: parent.round, attempt: parent.attempt };
  for (const { callId, name } of draft.state.openTools) {
    const outcome = outcomeOf(draft.state, parentId, callId);
    if (outcome) record(draft, { type: 'tool.settled', ...at, callId, name, outcome });
  }
  record(draft, { type: 'plan.task.ready', ...at });
}

/** Of the tool call that asked for children of this step: it failed when none of them delivered. */
function outcomeOf(state: RunState, parentId: string, callId: string): 'ok' | 'failed' | null {
  const children = state.plan ? childrenOf(state.plan, parentId).filter((one) => one.callId === callId) : [];
  if (children.length === 0) return null;
  return children.some(({ id }) => stepIn(state, id)?.delegated === 'completed') ? 'ok' : 'failed';
}
