import { DomainError } from '../errors';
import type { Plan } from '../run/plan';
import type { Manifest } from '../team/manifest';
import { type Bindings, inOrder, planOf, stepOf } from './step';

/**
 * Work slots one after the other, and one that reviews: the last work slot, or the one that it names. Work behind
 * the reviewed slot waits for the acceptance, wherever the review stands among the slots.
 */
export function compileReviewGate(manifest: Manifest, bindings: Bindings): Plan {
  const { slots } = manifest;
  const review = slots.find((slot) => slot.review);
  const work = slots.filter((slot) => slot !== review);
  const reviewed = review?.reviewOf ?? work.at(-1)?.id;
  if (!review || reviewed === undefined) {
    throw new DomainError('unprocessable', 'A review gate needs a review and work', {
      reason: 'bad_review_gate',
    });
  }
  const chain = inOrder(work.map((slot) => stepOf(manifest, slot, bindings)));
  const steps = [...chain];
  const gate = { ...stepOf(manifest, review, bindings), dependsOn: [reviewed], reviewOf: reviewed };
  steps.splice(slots.indexOf(review), 0, gate);
  return planOf(manifest, steps);
}
