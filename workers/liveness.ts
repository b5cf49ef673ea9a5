import type { JobQueue } from '../server/queue/job-queue';

/** How often a canary is sent, and how long it may wait to be taken, in ms. */
export const CANARY_MS = 15_000;

export type Watched = {
  worker: string;
  queue: Pick<JobQueue, 'add' | 'has' | 'ping'>;
  /** Could this process take a job now? A full one rightly leaves the canary alone. */
  hasRoom: () => boolean;
  /** When this process last took a job (ms). */
  lastTakenAt: () => number;
  now?: () => number;
};

/**
 * One look at whether this process still takes jobs, once per `CANARY_MS`. False: the queue answers, the canary of the
 * last look is still there, and this process had room and took nothing: it is wedged and should be started anew.
 */
export function canaryWatch({ worker, queue, hasRoom, lastTakenAt, now = Date.now }: Watched) {
  const id = `canary-${worker}`;
  let sentAt: number | undefined;
  let hadRoom = false;
  return async (): Promise<boolean> => {
    try {
      await queue.ping();
      const stays = sentAt !== undefined && hadRoom && hasRoom() && (await queue.has(id));
      if (stays && lastTakenAt() < (sentAt ?? 0)) return false;
      await queue.add('canary', { worker }, { id });
      sentAt = now();
      hadRoom = hasRoom();
    } catch {
      // The queue is away, which is no fault of this process.
      sentAt = undefined;
    }
    return true;
  };
}
