import { z } from 'zod';
import { Id } from '../ids';

export const VersionStatus = z.enum(['draft', 'applied', 'rejected']);
export type VersionStatus = z.infer<typeof VersionStatus>;

export const VersionOrigin = z.enum(['human', 'template', 'rollback', 'agent_proposal', 'builder']);
export type VersionOrigin = z.infer<typeof VersionOrigin>;

const Person = z.strictObject({ id: Id, name: z.string() });

/** A version in the history. `current`: the one that runs start from. */
export const VersionSummary = z.strictObject({
  version: z.int(),
  status: VersionStatus,
  current: z.boolean(),
  /** What it was made from; null: from nothing. */
  baseVersion: z.int().nullable(),
  origin: VersionOrigin,
  note: z.string(),
  /** The name is empty when the person is no longer a colleague. */
  author: Person,
  createdAt: z.iso.datetime(),
  decidedBy: Person.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decisionNote: z.string(),
});
export type VersionSummary = z.infer<typeof VersionSummary>;

/** A version with its document. */
export const VersionView = VersionSummary.extend({
  manifest: z.unknown(),
  provenance: z.record(z.string(), z.unknown()),
});
export type VersionView = z.infer<typeof VersionView>;

const DraftIssue = z.strictObject({
  path: z.array(z.union([z.string(), z.number()])),
  code: z.string(),
  message: z.string(),
});

/** One's own unfinished edit: any JSON, with what still stands between it and a version. */
export const DraftView = z.strictObject({
  baseVersion: z.int().nullable(),
  manifest: z.unknown(),
  issues: z.array(DraftIssue),
  updatedAt: z.iso.datetime(),
});
export type DraftView = z.infer<typeof DraftView>;
