import { z } from 'zod';
import { Id } from '../ids';
import { prose } from '../text';

/** The number of a version of a team: 1, 2, 3 … */
export const VersionNumber = z.int().min(1).max(2_147_483_647);

/** Characters of a note or of a reason. */
export const NOTE_MAX = 2_000;

const Note = prose(NOTE_MAX).default('');
const OneVersion = z.strictObject({ teamId: Id, version: VersionNumber });

/** A frozen proposal. `baseVersion`: what it was made from; left out: the version in force. */
export const VersionPropose = z.strictObject({
  teamId: Id,
  /** Checked by the rules of manifests, which answer 422 with all problems at once. */
  manifest: z.unknown(),
  baseVersion: VersionNumber.nullable().optional(),
  origin: z.enum(['human', 'template']).default('human'),
  note: Note,
});
export type VersionPropose = z.infer<typeof VersionPropose>;

export const VersionApply = OneVersion.extend({ note: Note });
export type VersionApply = z.infer<typeof VersionApply>;

export const VersionReject = OneVersion.extend({
  reason: prose(NOTE_MAX).refine((text) => text.trim() !== ''),
});
export type VersionReject = z.infer<typeof VersionReject>;

export const VersionRollBack = OneVersion.extend({ note: Note });
export type VersionRollBack = z.infer<typeof VersionRollBack>;

/** An unfinished edit: any JSON object; `baseVersion` is the version that the edit started from. */
export const DraftSave = z.strictObject({
  teamId: Id,
  baseVersion: VersionNumber.nullable(),
  manifest: z.unknown(),
});
export type DraftSave = z.infer<typeof DraftSave>;
