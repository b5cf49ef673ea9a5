import { afterAll } from 'vitest';
import { demoModel } from '../../server/agents/demo/model';
import type { ModelPort } from '../../server/agents/port';
import { closeBus } from '../../server/live/bus';
import { closeJobQueue } from '../../server/queue/enqueue';
import { advance } from '../../server/services/step/advance';
import { stopGuards } from '../../server/services/step/guard';
import type { Runtime } from '../../server/services/step/runtime';

/** The engine inside the test's process, on the demo model without delays unless another port is given. */
export function testRuntime(
  port: ModelPort = demoModel({ wordDelayMs: 0 }),
  patch: Partial<Runtime> = {},
): Runtime {
  return { worker: 'test', leaseMs: 15_000, draining: () => false, connect: () => port, ...patch };
}

/** Runs steps until none is ready. */
export async function runDry(runtime: Runtime): Promise<number> {
  let all = 0;
  for (let ran = 1; ran > 0; all += ran) ran = await advance(runtime);
  return all;
}

/** Call at the top level of a test file that runs the engine: leaves no listener and no connection behind. */
export function closeEngineAfterwards(): void {
  afterAll(async () => {
    stopGuards();
    await closeBus();
    await closeJobQueue();
  });
}
