import type { StepAdvance } from '../../server/queue/jobs';
import { advance } from '../../server/services/step/advance';
import type { Runtime } from '../../server/services/step/runtime';

/** The job says that one more step can run; the one it names is tried first. Finding nothing is a good end. */
export const stepAdvance =
  (runtime: Runtime) =>
  async (job: StepAdvance): Promise<void> => {
    if (!runtime.draining()) await advance(runtime, job);
  };
