import type { Plan } from '../run/plan';
import type { Manifest } from '../team/manifest';
import { type Bindings, inOrder, planOf, stepOf } from './step';

/** Slots one after the other; each works on what the one before it delivered. */
export const compilePipeline = (manifest: Manifest, bindings: Bindings): Plan =>
  planOf(manifest, inOrder(manifest.slots.map((slot) => stepOf(manifest, slot, bindings))));
