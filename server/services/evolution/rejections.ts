import type { Rejection } from '@domain/evolution/detect';
import { ReviewIssue } from '@domain/run/fact';
import { z } from 'zod';
import type { Tx } from '../../db/tenant';

/** Rejections that are looked at, the newest; more say nothing new. */
const MAX_REJECTIONS = 2_000;

const Body = z.object({
  executorSlot: z.string(),
  reviewerSlot: z.string(),
  issues: z.array(ReviewIssue),
});

export type DatedRejection = Rejection & { at: Date };

/** Of settled runs of a version, oldest first; `projects`: of these alone; null: of all. */
export async function readRejections(
  tx: Tx,
  orgId: string,
  teamId: string,
  version: number,
  projects: readonly string[] | null,
): Promise<DatedRejection[]> {
  const rows = await tx.$queryRaw<{ run_id: string; seq: number; at: Date; body: unknown }[]>`
    SELECT * FROM team_rejections(${orgId}::uuid, ${teamId}::uuid, ${version}::int, ${projects}::uuid[], ${MAX_REJECTIONS}::int)`;
  return rows.map(({ run_id: runId, seq, at, body }) => ({ runId, seq, at, ...Body.parse(body) }));
}
