import type { Plan } from '@domain/run/plan';
import type { RerunOf, Reused } from '@domain/run/rerun-facts';
import type { RunKind } from '@domain/run/view';
import type { Artifact } from '../../db/journal/draft';
import type { StartRows } from '../../db/journal/start';

/** Steps that are done from the start, edited outputs among them, and the artifacts to copy. */
export type Kept = {
  reused: Reused[];
  edited: Artifact[];
  copies: { from: string; to: string }[];
  dirs: string[];
};
export const NOTHING_KEPT: Kept = { reused: [], edited: [], copies: [], dirs: [] };

/** How a start repeats an ended run. */
export type Again = {
  kind: RunKind;
  /** Who did what in it: slots by role go to the same agents where these still fit. */
  bindings: Readonly<Record<string, string>>;
  /** @throws DomainError when the plan cannot begin so */
  keep: (plan: Plan) => Kept;
  fact: { rerunOf: RerunOf; trial?: true };
  columns: { rerunOf: string; kind: RunKind };
  rows: (kept: Kept) => Pick<StartRows, 'copies' | 'carry'>;
  audit: object;
};
