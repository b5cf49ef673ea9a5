import type { Plan, PlanStep } from '../run/plan';
import type { Manifest } from '../team/manifest';
import type { DagStep } from '../team/protocol';
import { type Bindings, planOf, stepOf } from './step';

/** The drawn graph: one step for each of its nodes; a slot may stand in several. */
export function compileDag(manifest: Manifest, bindings: Bindings): Plan {
  const { protocol, slots } = manifest;
  if (protocol.kind !== 'dag') return planOf(manifest, []);
  const bySlot = new Map(slots.map((slot) => [slot.id, slot]));
  const steps = protocol.steps.flatMap((node) => {
    const slot = bySlot.get(node.slot);
    return slot ? [drawn(node, stepOf(manifest, slot, bindings))] : [];
  });
  return planOf(manifest, steps);
}

function drawn(node: DagStep, base: PlanStep): PlanStep {
  const { reviewOf } = node;
  const reviewed = reviewOf === undefined || node.dependsOn.includes(reviewOf) ? [] : [reviewOf];
  return {
    ...base,
    id: node.id,
    title: node.title ?? base.title,
    prompt: [base.prompt, node.prompt].filter(Boolean).join('\n\n'),
    dependsOn: [...node.dependsOn, ...reviewed],
    ...(reviewOf !== undefined && { reviewOf }),
    ...(node.eager && { eager: true }),
    ...(node.optional && { optional: true }),
    maxTurns: node.maxTurns ?? base.maxTurns,
  };
}
