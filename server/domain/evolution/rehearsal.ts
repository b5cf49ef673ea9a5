import { z } from 'zod';
import { Id } from '../ids';
import { Micros } from '../money';
import { RunStatus } from '../run/fact';
import { VersionNumber } from '../team/version-form';
import { line } from '../text';

/*
 * A rehearsal runs a proposed version on goals that the team has had before: each trial repeats an ended run under the
 * draft, from its beginning, with its own budget and without tools that reach the outside. Trials are paid for like
 * any run, and count in no version's figures, in no forecast and for no detector.
 */

/** Goals that one rehearsal tries at most. */
export const MAX_TRIALS = 5;

export const VersionRehearse = z.strictObject({
  teamId: Id,
  version: VersionNumber,
  /** Default: the runs that the proposal was made from, else the newest of the version that it changes. */
  sources: z
    .array(Id)
    .min(1)
    .max(MAX_TRIALS)
    .refine((all) => new Set(all).size === all.length, 'A run is named twice')
    .optional(),
  /** Of each trial, micro-dollars; default: the draft's own. */
  budgetMicros: Micros.optional(),
  idempotencyKey: line(150),
});
export type VersionRehearse = z.infer<typeof VersionRehearse>;

/** `skipped`: goals that could not be tried, each with its reason. */
export const Rehearsed = z.strictObject({
  runs: z.array(z.strictObject({ runId: Id, sourceRunId: Id })),
  skipped: z.array(z.strictObject({ sourceRunId: Id, reason: z.string() })),
});
export type Rehearsed = z.infer<typeof Rehearsed>;

const RehearsedRun = z.strictObject({
  id: Id,
  status: RunStatus,
  closed: z.boolean(),
  /** Of the pair that the proposal is about; of all pairs where it is about none. */
  rejections: z.int(),
  tokens: z.int(),
  costMicros: z.int(),
});
export type RehearsedRun = z.infer<typeof RehearsedRun>;

/** Trials of a version, newest first; of each goal the newest. */
export const RehearsalView = z.strictObject({
  trials: z.array(z.strictObject({ goal: z.string(), source: RehearsedRun, trial: RehearsedRun })),
});
export type RehearsalView = z.infer<typeof RehearsalView>;
