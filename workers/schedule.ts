import { log } from '../server/log';

export type Scheduled = {
  /** No further turn; resolves when the one under way has ended. */
  stop(): Promise<void>;
};

/**
 * Calls `work` at once and then `everyMs` after the end of the last turn, so that turns never overlap. A turn that
 * fails is logged and followed by the next.
 */
export function schedule(name: string, everyMs: number, work: () => Promise<void>): Scheduled {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const turn = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log().error({ err: error, timer: name }, 'a scheduled turn failed');
    }
    if (!stopped) timer = setTimeout(begin, everyMs);
  };
  let running = Promise.resolve();
  const begin = (): void => {
    running = turn();
  };
  begin();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
