import type { InputOf } from './fact';
import { graphOf, planStep } from './graph';
import { CHILD_TURNS, MAX_CHILDREN, MAX_DELEGATION_DEPTH } from './limits';
import type { Plan, PlanStep, RosterEntry } from './plan';
import { type RunState, STEP_TERMINAL, type StepState, stepIn } from './state';

/*
 * Delegation, in prose. A lead, and a step that it delegated, may give work to the roster of the lead while it runs:
 * `delegation.started` makes a step of the same run, `<parent>/delegate/<NN>`, numbered from 01 in the order of
 * making, at most `MAX_DELEGATION_DEPTH` levels below the lead and `MAX_CHILDREN` in a run. Children depend on and
 * review children of the same parent only, so no wait can close a cycle; nobody delegates to a slot that stands above
 * it. The parent waits on `children` without a worker and becomes ready in the append in which the last of them is
 * told of.
 *
 * What a parent is told, once of each child, of a work and its reviews together when all of them have ended:
 * `delegation.completed` of what was delivered and, where somebody reviews it, accepted; `delegation.failed` of what
 * failed, was skipped behind something that failed, used up its rework, lost its reviewer (`not_accepted`) or was
 * stopped with its parent. A failed child fails neither its parent nor the run. When a parent ends or begins anew,
 * what it delegated and has not ended is cancelled. The end of the run tells nobody: nobody goes on.
 */

/** Why a child was stopped: the step that delegated it is over or begins anew. */
export const PARENT_ENDED = 'parent_ended';

/** The steps that this step delegated, in the order of making. */
export function childrenOf(plan: Plan, stepId: string): PlanStep[] {
  return (graphOf(plan).children.get(stepId) ?? []).map((at) => plan.steps[at]!);
}

/** The step and what stands above it, up to the lead. */
export function lineOf(plan: Plan, step: PlanStep): PlanStep[] {
  const line = [step];
  let above = step.parent === undefined ? undefined : planStep(plan, step.parent);
  while (above && line.length <= MAX_DELEGATION_DEPTH) {
    line.push(above);
    above = above.parent === undefined ? undefined : planStep(plan, above.parent);
  }
  return line;
}

/** Whom the step may give work to: the lead's roster without the slots that the step itself stands in or below. */
export function rosterFor(plan: Plan, step: PlanStep): RosterEntry[] {
  if ((step.depth ?? 0) >= MAX_DELEGATION_DEPTH) return [];
  const line = lineOf(plan, step);
  const above = new Set(line.map(({ slotId }) => slotId));
  return (line.at(-1)?.roster ?? []).filter(({ slotId }) => !above.has(slotId));
}

/** The id of a step's `n`th child. */
export const childId = (parentId: string, n: number): string =>
  `${parentId}/delegate/${String(n).padStart(2, '0')}`;

/** The id of the step's next child. */
export const nextChildId = (plan: Plan, stepId: string): string =>
  childId(stepId, childrenOf(plan, stepId).length + 1);

/** How many more steps may be made at run time. */
export function roomForChildren(plan: Plan): number {
  let made = 0;
  for (const children of graphOf(plan).children.values()) made += children.length;
  return MAX_CHILDREN - made;
}

/** Whether a child has still to be told of. */
export const isOpenChild = (step: StepState | undefined): boolean =>
  step !== undefined && step.delegated === undefined;

/** Whether nothing is left that the step waits for. */
export const childrenAreToldOf = (state: RunState, stepId: string): boolean =>
  state.plan === null || !childrenOf(state.plan, stepId).some(({ id }) => isOpenChild(stepIn(state, id)));

type Delegated = InputOf<'delegation.started'>;

/** Whether a running claim may delegate this, whatever the model asked for. */
export function admitsDelegation(state: RunState, parent: PlanStep, body: Delegated): boolean {
  const { plan } = state;
  if (!plan || body.childId !== nextChildId(plan, parent.id) || roomForChildren(plan) <= 0) return false;
  const named = rosterFor(plan, parent).some(
    ({ slotId, agentId }) => slotId === body.slotId && agentId === body.agentId,
  );
  const siblings = new Map(childrenOf(plan, parent.id).map((child) => [child.id, child]));
  const mayStandBefore = (id: string): boolean => {
    const status = siblings.has(id) ? stepIn(state, id)?.status : undefined;
    return status !== undefined && (status === 'completed' || !STEP_TERMINAL.has(status));
  };
  return (
    named &&
    body.depth === (parent.depth ?? 0) + 1 &&
    body.maxTurns >= CHILD_TURNS.min &&
    body.maxTurns <= CHILD_TURNS.max &&
    (body.dependsOn ?? []).every(mayStandBefore) &&
    (body.reviewOf === undefined || mayReview(state, plan, siblings.get(body.reviewOf), body))
  );
}

/** Work of somebody else that nobody builds on and nobody was told of yet; a review is no work. */
function mayReview(state: RunState, plan: Plan, work: PlanStep | undefined, body: Delegated): boolean {
  if (
    !work ||
    !isOpenChild(stepIn(state, work.id)) ||
    work.reviewOf !== undefined ||
    work.slotId === body.slotId
  )
    return false;
  const graph = graphOf(plan);
  const behind = graph.neededBy[graph.position.get(work.id) ?? -1] ?? [];
  return behind.every((at) => plan.steps[at]?.reviewOf === work.id);
}
