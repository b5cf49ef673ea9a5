import { feedbackOf, pairOf, type Rejection } from '@domain/evolution/detect';
import type { Dispute } from '@domain/evolution/view';

/** Runs and criteria that are named of one pair. */
const NAMED_RUNS = 20;
const NAMED_CRITERIA = 5;

/** Rejections by executor ← reviewer pair, the most disputed first. */
export function disputesOf(rejections: readonly Rejection[]): Dispute[] {
  const pairs = new Map<string, Rejection[]>();
  for (const one of rejections) {
    const pair = pairOf(one.executorSlot, one.reviewerSlot);
    pairs.set(pair, [...(pairs.get(pair) ?? []), one]);
  }
  return [...pairs.values()]
    .map((all): Dispute => {
      const runIds = [...new Set(all.map(({ runId }) => runId))];
      return {
        executorSlot: all[0]!.executorSlot,
        reviewerSlot: all[0]!.reviewerSlot,
        rejections: all.length,
        runs: runIds.length,
        runIds: runIds.slice(-NAMED_RUNS).reverse(),
        feedback: feedbackOf(all).slice(0, NAMED_CRITERIA),
      };
    })
    .sort((a, b) => b.rejections - a.rejections);
}
