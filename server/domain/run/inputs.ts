import { graphOf } from './graph';
import { type RunState, stepIn } from './state';

export type StepInput = {
  stepId: string;
  slotId: string;
  title: string;
  artifactId?: string;
  preview?: string;
};

/** In a handoff everybody works on what all others have delivered last. */
const actedBesides = ({ steps }: RunState, stepId: string): number[] =>
  steps.flatMap(({ id, artifactId }, at) => (id !== stepId && artifactId !== undefined ? [at] : []));

/**
 * What the step works on: the outputs that it depends on, in plan order whatever order they arrived in. A
 * review among its dependencies stands for what it reviewed, as its own output is a verdict. Empty for an
 * unknown step.
 */
export function inputsOf(state: RunState, stepId: string): StepInput[] {
  if (!state.plan) return [];
  const { steps } = state.plan;
  const { position } = graphOf(state.plan);
  const step = steps[position.get(stepId) ?? -1];
  if (!step) return [];
  const sources = new Set<number>(state.handoff ? actedBesides(state, stepId) : []);
  for (const id of step.reviewOf === undefined ? step.dependsOn : [...step.dependsOn, step.reviewOf]) {
    const source = steps[position.get(id) ?? -1];
    sources.add(position.get(source?.reviewOf ?? id) ?? -1);
  }
  return [...sources]
    .sort((a, b) => a - b)
    .flatMap((at) => {
      const planned = steps[at];
      const output = planned && stepIn(state, planned.id);
      if (!planned || !output) return [];
      return {
        stepId: planned.id,
        slotId: planned.slotId,
        title: planned.title,
        ...(output.artifactId === undefined ? {} : { artifactId: output.artifactId }),
        ...(output.preview === undefined ? {} : { preview: output.preview }),
      };
    });
}
