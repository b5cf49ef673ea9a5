import { lineOf } from '@domain/run/delegation';
import { planStep } from '@domain/run/graph';
import type { Plan, PlanStep } from '@domain/run/plan';
import type { TaskBrief } from '../../agents/prompt/input';

/** What a delegated step was asked by the step above it; undefined for one of the plan's own. */
export function taskOf(plan: Plan, { parent, prompt }: PlanStep): TaskBrief | undefined {
  return parent === undefined ? undefined : { from: planStep(plan, parent)?.title ?? '', text: prompt };
}

/** What the step's slot is responsible for; a delegated one has that from the roster that it was chosen from. */
export function responsibilityOf(plan: Plan, step: PlanStep): string {
  if (step.parent === undefined) return step.prompt;
  const roster = lineOf(plan, step).at(-1)?.roster ?? [];
  return roster.find(({ slotId }) => slotId === step.slotId)?.responsibility ?? '';
}
