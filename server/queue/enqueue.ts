import { createHash } from 'node:crypto';
import { log } from '../log';
import { backend } from './connection';
import { type JobQueue, openJobQueue } from './job-queue';
import type { StepAdvance, TeamDetectJob } from './jobs';

let queue: JobQueue | undefined;

/** The process's queue, on the back end that the environment names. */
export function jobQueue(): JobQueue {
  queue ??= openJobQueue(backend());
  return queue;
}

/** The id of a step's job: one per claim to come. Step ids are free text and job ids bear no ':', hence the hash. */
export function stepJobId(ref: StepAdvance, again?: number): string {
  const step = createHash('sha256').update(`${ref.runId}/${ref.stepId}`).digest('hex').slice(0, 32);
  return `step-${step}-e${ref.epoch}${again === undefined ? '' : `-s${again}`}`;
}

/**
 * Rings for a ready step. False (and a line in the log) when the queue did not take it within 2 s: the step is
 * `ready` in the database and the sweep rings again. Never throws, so a request goes on.
 *
 * A ring of the same (step, epoch) that is waiting or at work swallows this one. `again` (any number, such as the
 * sweep's count) makes it a job of its own, for when the earlier ring's job took another step and is busy with it.
 */
export async function ringStep(ref: StepAdvance, delayMs = 0, again?: number): Promise<boolean> {
  const { orgId, runId, stepId, epoch } = ref;
  try {
    const id = stepJobId(ref, again);
    await jobQueue().add('step.advance', { orgId, runId, stepId, epoch }, { id, delayMs });
    return true;
  } catch (error) {
    log().warn(
      { err: error instanceof Error ? error.message : String(error), orgId, runId, stepId, epoch },
      'queue away: the step waits for the sweep',
    );
    return false;
  }
}

/** Rings for the detector, once for each settled run. Lost when the queue is away: `ringDetectorsAgain` makes up for it. */
export async function ringDetector(ref: TeamDetectJob): Promise<void> {
  try {
    await jobQueue().add('team.detect', ref, { id: `detect-${ref.runId}` });
  } catch (error) {
    log().warn(
      { err: error instanceof Error ? error.message : String(error), ...ref },
      'queue away: no detector',
    );
  }
}

export async function closeJobQueue(): Promise<void> {
  const open = queue;
  queue = undefined;
  await open?.close();
}
