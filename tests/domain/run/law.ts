import fc from 'fast-check';

/** Holds a law against random values; the seed of a failure is printed. */
export const holds = <T>(arbitrary: fc.Arbitrary<T>, law: (value: T) => void, numRuns = 80): void =>
  fc.assert(fc.property(arbitrary, law), { numRuns });

/** What may still be written after the end of a run. */
export const AFTER_END: ReadonlySet<string> = new Set([
  'model.settled',
  'tool.settled',
  'budget.overshot',
  'step.stopped',
  'run.closed',
]);
