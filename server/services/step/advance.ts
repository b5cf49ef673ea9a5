// Engine: claims what is ready; each claim re-checks its run's starter.
import { listReady } from '../../db/journal/engine';
import { claimStep } from './claim';
import { executeStep } from './execute';
import type { Runtime } from './runtime';

/** Candidates read at a time: enough that workers who read the same ones still each find one. */
const CANDIDATES = 10;

/**
 * One more step can run: claims the fairest ready one and goes on with its run for as long as that is allowed.
 * Answers how many steps were run; 0: there was nothing to do, which is a good end of a job.
 */
export async function advance(runtime: Runtime): Promise<number> {
  let ran = 0;
  for (const candidate of await listReady(CANDIDATES)) {
    if (runtime.draining()) return ran;
    let claimed = await claimStep(runtime, candidate);
    if (!claimed) continue;
    while (claimed) {
      ran += 1;
      claimed = await executeStep(runtime, claimed);
    }
    return ran;
  }
  return ran;
}
