import { z } from 'zod';
import { Id } from '../ids';
import { ReviewIssue, RunStatus, StepStatus } from './fact';
import { RunKind } from './view';

export const RunCompare = z.strictObject({ a: Id, b: Id });
export type RunCompare = z.infer<typeof RunCompare>;

const Side = z.strictObject({
  agentId: Id,
  status: StepStatus,
  rounds: z.int(),
  rejections: z.int(),
  issues: z.array(ReviewIssue),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costMicros: z.int(),
  durationMs: z.int().nullable(),
  artifactId: Id.nullable(),
  preview: z.string().nullable(),
  reused: z.strictObject({ editedBy: Id.optional() }).nullable(),
});

const Whole = z.strictObject({
  id: Id,
  goal: z.string(),
  createdAt: z.iso.datetime(),
  kind: RunKind,
  rerunOf: Id.nullable(),
  status: RunStatus,
  reason: z.string().nullable(),
  version: z.int().nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costMicros: z.int(),
  unknownMicros: z.int(),
  reworkRounds: z.int(),
  durationMs: z.int().nullable(),
});

/** Two runs beside each other, slot by slot; texts are read by their artifact. */
export const RunComparison = z.strictObject({
  a: Whole,
  b: Whole,
  slots: z.array(
    z.strictObject({
      slotId: z.string(),
      title: z.string(),
      reviewOf: z.string().nullable(),
      a: Side.nullable(),
      b: Side.nullable(),
    }),
  ),
  /** Of those whom the reader sees. */
  names: z.strictObject({
    agents: z.record(z.string(), z.string()),
    people: z.record(z.string(), z.string()),
  }),
});
export type RunComparison = z.infer<typeof RunComparison>;
