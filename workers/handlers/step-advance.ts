import { advance } from '../../server/services/step/advance';
import type { Runtime } from '../../server/services/step/runtime';

/** The job says that one more step can run, not which: finding nothing is a good end. */
export const stepAdvance = (runtime: Runtime) => async (): Promise<void> => {
  if (!runtime.draining()) await advance(runtime);
};
