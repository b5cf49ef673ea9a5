import { log } from '../server/log';
import { isJobName, JOBS, type JobName, type PayloadOf, type TakenJob } from '../server/queue/jobs';

/** One function for each job; one that is missing does not compile. */
export type Handlers = { [N in JobName]: (payload: PayloadOf<N>) => Promise<void> };

/**
 * Takes a job to its function: parses the payload, calls, and keeps every error from the queue. A job is a bell and
 * has no second attempt; what it rang for still stands in the database and is rung for again.
 */
export const consumeWith =
  (handlers: Handlers) =>
  async (job: TakenJob): Promise<void> => {
    if (!isJobName(job.name)) {
      log().warn({ job: job.id, name: job.name }, 'a job of another version: left alone');
      return;
    }
    await take(handlers, job.name, job);
  };

async function take<N extends JobName>(handlers: Handlers, name: N, job: TakenJob): Promise<void> {
  const parsed = JOBS[name].safeParse(job.payload);
  if (!parsed.success) {
    log().warn({ job: job.id, name }, 'a job with another payload than its name says: left alone');
    return;
  }
  try {
    await handlers[name](parsed.data as PayloadOf<N>);
  } catch (error) {
    log().error({ err: error, job: job.id, name }, 'job failed');
  }
}
