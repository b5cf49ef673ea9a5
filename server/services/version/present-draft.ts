import { checkManifest } from '@domain/team/check-manifest';
import type { DraftView } from '@domain/team/version-view';

type Row = { baseVersion: number | null; manifest: unknown; updatedAt: Date };

/** A stored draft with what still stands between it and a version: worked out on reading, by the rules of today. */
export const toDraft = (row: Row): DraftView => ({
  baseVersion: row.baseVersion,
  manifest: row.manifest,
  issues: checkManifest(row.manifest).issues ?? [],
  updatedAt: row.updatedAt.toISOString(),
});
