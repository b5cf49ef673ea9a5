import { nextChildId, rosterFor } from '@domain/run/delegation';
import type { InputOf } from '@domain/run/fact';
import { graphOf, planStep } from '@domain/run/graph';
import type { StepState } from '@domain/run/state';
import type { TestRun } from './run';

const childrenIn = (run: TestRun, stepId: string): string[] => {
  const { plan } = run.state;
  return plan ? (graphOf(plan).children.get(stepId) ?? []).map((at) => plan.steps[at]!.id) : [];
};

export const hasChildren = (run: TestRun, stepId: string): boolean => childrenIn(run, stepId).length > 0;

/** The fact by which a running step gives this work away. */
export function delegationOf(
  run: TestRun,
  parentId: string,
  slotId: string,
  more: Partial<InputOf<'delegation.started'>> = {},
): InputOf<'delegation.started'> {
  const { plan } = run.state;
  const parent = plan ? planStep(plan, parentId) : undefined;
  if (!plan || !parent) throw new Error(`no step ${parentId}`);
  const agentId = rosterFor(plan, parent).find((entry) => entry.slotId === slotId)?.agentId ?? 'nobody';
  return {
    type: 'delegation.started',
    ...run.at(parentId),
    epoch: run.step(parentId).epoch,
    childId: nextChildId(plan, parentId),
    ...{ slotId, agentId, title: `${slotId} for ${parentId}`, prompt: 'Do your part' },
    depth: (parent.depth ?? 0) + 1,
    ...{ maxTurns: 8, maxAttempts: 3, contract: '' },
    ...more,
  };
}

/** Work for somebody of the roster, behind some of what was delegated before, now and then a review, now and then absurd. */
export function randomDelegation(
  run: TestRun,
  parent: StepState,
  pick: number,
  amount: number,
): InputOf<'delegation.started'> | null {
  const { plan } = run.state;
  const planned = plan ? planStep(plan, parent.id) : undefined;
  const roster = plan && planned ? rosterFor(plan, planned) : [];
  const entry = roster[pick % Math.max(1, roster.length)];
  if (!entry) return null;
  const siblings = childrenIn(run, parent.id);
  const dependsOn = siblings.filter((_, at) => (amount >> at) % 3 === 0);
  const reviewed = amount % 3 === 0 ? siblings[pick % Math.max(1, siblings.length)] : undefined;
  const absurd = amount % 11 === 0 ? { dependsOn: [parent.id] } : {};
  return delegationOf(run, parent.id, entry.slotId, {
    ...(dependsOn.length > 0 && { dependsOn }),
    ...(reviewed !== undefined && { reviewOf: reviewed }),
    ...(amount % 5 === 0 && { maxRework: amount % 2 }),
    ...absurd,
  });
}
