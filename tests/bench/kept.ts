import { existsSync, readFileSync } from 'node:fs';
import type { Figure } from '../figures/support/figure';
import type { Outcome } from './rounds';

export type Results = { outcome: Outcome; product: Figure[] };

/**
 * What was measured now, and beside it what an earlier run had of everything else: each case as a whole from one or
 * the other, so that no ratio mixes two runs. `file`: the earlier run's results.
 */
export function withEarlier({ outcome, product }: Results, file: string): Results {
  if (!existsSync(file)) return { outcome, product };
  const earlier = JSON.parse(readFileSync(file, 'utf8')) as Outcome & { product?: Figure[] };
  const now = new Set([...outcome.samples, ...outcome.failures].map((one) => one.case));
  const others = <One extends { case: string }>(all: One[]): One[] => all.filter((one) => !now.has(one.case));
  return {
    outcome: {
      samples: [...others(earlier.samples), ...outcome.samples],
      failures: [...others(earlier.failures), ...outcome.failures],
    },
    product: product.length > 0 ? product : (earlier.product ?? []),
  };
}
