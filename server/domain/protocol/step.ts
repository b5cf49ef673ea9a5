import { DomainError } from '../errors';
import { MAX_ATTEMPTS } from '../run/limits';
import type { Plan, PlanStep } from '../run/plan';
import type { Manifest } from '../team/manifest';
import type { Slot } from '../team/slot';

/** Slot → agent, resolved before the start. */
export type Bindings = Readonly<Record<string, string>>;

/** The step that a slot becomes; what differs between protocols is added by them. */
export function stepOf(manifest: Manifest, slot: Slot, bindings: Bindings): PlanStep {
  if (!Object.hasOwn(bindings, slot.id)) {
    throw new DomainError('unprocessable', `${slot.title} has no agent`, { reason: 'unbound_slot' });
  }
  return {
    id: slot.id,
    slotId: slot.id,
    agentId: bindings[slot.id]!,
    title: slot.title,
    prompt: slot.responsibility,
    dependsOn: [],
    ...(slot.optional && { optional: true }),
    ...gateOf(slot),
    maxTurns: slot.maxTurns ?? manifest.defaults.maxTurns,
    maxAttempts: MAX_ATTEMPTS,
    contract: slot.contract.text,
    ...(slot.contract.schema && { contractSchema: slot.contract.schema }),
  };
}

function gateOf({ approval }: Slot): Pick<PlanStep, 'gate'> {
  return approval?.before || approval?.after ? { gate: approval } : {};
}

export const planOf = ({ protocol, defaults }: Manifest, steps: PlanStep[]): Plan => ({
  protocol: protocol.kind,
  maxRework: defaults.maxRework,
  parallelLimit: defaults.parallelLimit,
  steps,
});

/** Each step depends on the one before it. */
export const inOrder = (steps: PlanStep[]): PlanStep[] =>
  steps.map((step, at) => (at === 0 ? step : { ...step, dependsOn: [steps[at - 1]!.id] }));
