import {
  VersionOrigin,
  VersionStatus,
  type VersionSummary,
  type VersionView,
} from '@domain/team/version-view';
import { z } from 'zod';
import type { Prisma } from '../../db/generated/client';
import type { namesOf } from './names';

export type VersionRow = Prisma.TeamVersionGetPayload<Record<string, never>>;
type Names = Awaited<ReturnType<typeof namesOf>>;

const Provenance = z.record(z.string(), z.unknown());

/** A stored version as the history shows it. */
export const toSummary = (
  row: Omit<VersionRow, 'manifest' | 'provenance'>,
  team: { currentVersion: number | null },
  names: Names,
): VersionSummary => ({
  version: row.version,
  status: VersionStatus.parse(row.status),
  current: row.version === team.currentVersion,
  baseVersion: row.baseVersion,
  origin: VersionOrigin.parse(row.origin),
  note: row.note,
  author: names(row.createdBy),
  createdAt: row.createdAt.toISOString(),
  decidedBy: row.decidedBy === null ? null : names(row.decidedBy),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decisionNote: row.decisionNote,
});

/** The same with its document. */
export const toVersion = (
  row: VersionRow,
  team: { currentVersion: number | null },
  names: Names,
): VersionView => ({
  ...toSummary(row, team, names),
  manifest: row.manifest,
  provenance: Provenance.parse(row.provenance),
});
