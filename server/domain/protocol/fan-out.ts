import type { Plan } from '../run/plan';
import type { Manifest } from '../team/manifest';
import { type Bindings, planOf, stepOf } from './step';

/** All slots but the last side by side; the last joins what they delivered, in the order of the slots. */
export function compileFanOut(manifest: Manifest, bindings: Bindings): Plan {
  const steps = manifest.slots.map((slot) => stepOf(manifest, slot, bindings));
  const join = steps.at(-1);
  const parts = steps.slice(0, -1);
  if (!join) return planOf(manifest, []);
  return planOf(manifest, [...parts, { ...join, dependsOn: parts.map((part) => part.id) }]);
}
