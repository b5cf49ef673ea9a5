import { HEARTBEAT_MS, LEASE_MS } from '@domain/run/limits';
import { renewLease } from '../../db/journal/engine';
import { isTransient } from '../../db/transient';
import { bus } from '../../live/bus';
import { log } from '../../log';
import type { Claimed } from './claimed';
import type { Runtime } from './runtime';

/** Watches over a running step: renews its lease, and aborts its work when it must stop. */
export type Guard = { signal: AbortSignal; stop(): void };

/**
 * A heartbeat that finds no row aborts at once, so does a word on the bus. While the database is away the work goes
 * on: its record will find out whether the lease was lost.
 */
export function guardStep(runtime: Runtime, claimed: Claimed): Guard {
  const controller = new AbortController();
  const { ref, stepId, epoch } = claimed;
  let beating = false;
  const timer = setInterval(
    () => {
      if (beating) return;
      beating = true;
      renewLease(ref, stepId, epoch, runtime.leaseMs)
        .then((alive) => {
          if (!alive) controller.abort(new Error('lease lost'));
        })
        .catch((error) => {
          if (!isTransient(error)) log().error({ err: error, ...ref, stepId }, 'heartbeat failed');
        })
        .finally(() => {
          beating = false;
        });
    },
    (runtime.leaseMs * HEARTBEAT_MS) / LEASE_MS,
  );
  running.set(keyOf(ref.runId, stepId, epoch), controller);
  listenForAborts();
  return {
    signal: controller.signal,
    stop: () => {
      clearInterval(timer);
      running.delete(keyOf(ref.runId, stepId, epoch));
    },
  };
}

const running = new Map<string, AbortController>();
const keyOf = (runId: string, stepId: string, epoch: number): string => `${runId}/${epoch}/${stepId}`;
let listening: { unsubscribe(): void } | undefined;

/** One subscription a process, however many steps it runs. */
function listenForAborts(): void {
  listening ??= bus().subscribeAborts(({ runId, stepId, epoch }) => {
    running.get(keyOf(runId, stepId, epoch))?.abort(new Error('stopped'));
  });
}

export function stopGuards(): void {
  listening?.unsubscribe();
  listening = undefined;
}

/** Ends everything that this process still runs: the last act of a drain. */
export const abortAll = (): void => {
  for (const controller of running.values()) controller.abort(new Error('draining'));
};
