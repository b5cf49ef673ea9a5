import { Id } from '@domain/ids';
import { z } from 'zod';

/** Everything that may stand in the queue. Ids only: whoever takes a job reads the rest in the tenant's context. */
export const JOBS = {
  /** "One more step can run": the taker claims whichever is next, this one or another. */
  'step.advance': z.strictObject({
    orgId: Id,
    runId: Id,
    stepId: z.string().min(1),
    /** The step's epoch before the claim that this job rings for. */
    epoch: z.int().min(0),
  }),
  /** A run of the team has settled after rejections: whoever takes it looks whether they repeat. */
  'team.detect': z.strictObject({ orgId: Id, teamId: Id, runId: Id }),
  /** Proof that jobs are being taken; it does nothing. */
  canary: z.strictObject({ worker: z.string().min(1) }),
} as const;

export type JobName = keyof typeof JOBS;
export type PayloadOf<N extends JobName> = z.infer<(typeof JOBS)[N]>;
export type TeamDetectJob = PayloadOf<'team.detect'>;
export type StepAdvance = PayloadOf<'step.advance'>;

export const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** A job as a worker receives it, before its payload is parsed. */
export type TakenJob = { id: string; name: string; payload: unknown };
