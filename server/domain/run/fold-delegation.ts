import { changeStep } from './change-step';
import type { InputOf } from './fact';
import { asPlanned } from './fold-run';
import type { Folds } from './folds';
import { extendPlan } from './graph';
import type { PlanStep } from './plan';

/** How delegation changes the state: a child is a step like any other, and remembers what its parent was told. */
export const DELEGATION_FOLDS = {
  'delegation.started': (copy, body) => {
    if (!copy.plan) return;
    const child = childStep(body);
    copy.plan = extendPlan(copy.plan, child);
    copy.steps = [...copy.steps, asPlanned(child)];
    copy.tally = { ...copy.tally, blocked: copy.tally.blocked + 1 };
  },

  'delegation.completed': (copy, body) =>
    changeStep(copy, body.childId, () => ({ delegated: 'completed' as const })),

  'delegation.failed': (copy, body) =>
    changeStep(copy, body.childId, () => ({ delegated: 'failed' as const })),
} satisfies Partial<Folds>;

function childStep(body: InputOf<'delegation.started'>): PlanStep {
  const { childId, slotId, agentId, title, prompt, maxTurns, maxAttempts, contract, depth } = body;
  return {
    id: childId,
    ...{ slotId, agentId, title, prompt },
    dependsOn: body.dependsOn ?? [],
    ...(body.reviewOf !== undefined && { reviewOf: body.reviewOf }),
    optional: true,
    ...{ maxTurns, maxAttempts, contract },
    ...(body.contractSchema && { contractSchema: body.contractSchema }),
    ...(body.gate && { gate: body.gate }),
    parent: body.stepId,
    depth,
    ...(body.callId !== undefined && { callId: body.callId }),
    ...(body.maxRework !== undefined && { maxRework: body.maxRework }),
  };
}
