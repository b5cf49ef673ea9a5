import type { VersionStatus } from './version-view';

/** What the rules of deciding look at in a version. */
export type Decidable = { status: VersionStatus; baseVersion: number | null };

/**
 * Whether a version may be applied now: only a draft that was made from what is in force. `stale_base`: another
 * one was applied in between. `current` null: nothing is in force yet.
 */
export function canApply(version: Decidable, current: number | null): 'ok' | 'not_draft' | 'stale_base' {
  if (version.status !== 'draft') return 'not_draft';
  return version.baseVersion === current ? 'ok' : 'stale_base';
}
