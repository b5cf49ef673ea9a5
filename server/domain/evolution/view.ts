import { z } from 'zod';
import { Id } from '../ids';

export const TeamMetrics = z.strictObject({ id: Id, projectId: Id.optional() });
export type TeamMetrics = z.infer<typeof TeamMetrics>;

/** An executor ← reviewer pair of a version, as its rejections tell. */
export const Dispute = z.strictObject({
  executorSlot: z.string(),
  reviewerSlot: z.string(),
  rejections: z.int(),
  runs: z.int(),
  /** The newest runs in which it happened. */
  runIds: z.array(Id),
  /** Criteria by how often they were named, in their newest words; at most five. */
  feedback: z.array(z.strictObject({ criterion: z.string(), text: z.string(), times: z.int() })),
});
export type Dispute = z.infer<typeof Dispute>;

/** What the settled runs of one version came to, in the projects that the caller sees. */
export const VersionMetrics = z.strictObject({
  version: z.int(),
  runs: z.int(),
  completed: z.int(),
  failed: z.int(),
  cancelled: z.int(),
  /** Of the completed ones, those without any rework. */
  acceptedFirst: z.int(),
  /** Share accepted at the first try with its 95 % interval (Wilson); null without a completed run. */
  acceptedShare: z.strictObject({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
  meanRework: z.number().nullable(),
  meanTokens: z.number().nullable(),
  meanCostMicros: z.number().nullable(),
  durationMs: z.strictObject({ p50: z.number(), p95: z.number() }).nullable(),
  disputes: z.array(Dispute),
});
export type VersionMetrics = z.infer<typeof VersionMetrics>;

const Measured = z.strictObject({ runs: z.int(), rejections: z.int() });

/** What an applied proposal was to change and what it changed, in the projects that the caller sees. */
export const ProposalEffect = z.strictObject({
  version: z.int(),
  baseVersion: z.int(),
  executorSlot: z.string(),
  reviewerSlot: z.string(),
  /** Rejections a run in the runs that the proposal was made from: it expects fewer. */
  expectedBelow: z.number(),
  /** Settled runs of the version that it changed, and of itself, with rejections of the pair. */
  before: Measured,
  after: Measured,
});
export type ProposalEffect = z.infer<typeof ProposalEffect>;

/** Newest version first. `effects`: of proposals that are in force or were. */
export const TeamMetricsView = z.strictObject({
  versions: z.array(VersionMetrics),
  effects: z.array(ProposalEffect),
});
export type TeamMetricsView = z.infer<typeof TeamMetricsView>;

export const TeamDetect = z.strictObject({ id: Id });
export type TeamDetect = z.infer<typeof TeamDetect>;
/** Versions that were proposed now; none: nothing repeats, or it is proposed already. */
export const Detected = z.strictObject({ versions: z.array(z.int()) });
export type Detected = z.infer<typeof Detected>;

/** What a proposal of the detector is based on, as its version keeps it. */
export const Provenance = z.looseObject({
  executor_slot: z.string(),
  reviewer_slot: z.string(),
  observed_problem: z.string(),
  proposed_change: z.string(),
  expected_effect: z.string(),
  source_runs: z.array(z.string()),
  facts: z.array(z.strictObject({ runId: z.string(), seq: z.int() })),
  rejections: z.int(),
  /** Runs in which they were; absent: those of `source_runs`. */
  runs: z.int().optional(),
  /** What the contract would say more. */
  feedback: z.array(z.strictObject({ criterion: z.string(), text: z.string(), times: z.int() })),
});
export type Provenance = z.infer<typeof Provenance>;
