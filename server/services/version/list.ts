import { decodeCursor, type Page, toPage } from '@domain/page';
import type { VersionSummary } from '@domain/team/version-view';
import { z } from 'zod';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { openTeam } from '../team/open';
import { namesOf } from './names';
import { toSummary } from './present';

/** Team and version: a cursor of another team's history is no cursor here. */
const cursorOf = (teamId: string) => z.tuple([z.literal(teamId), z.string().regex(/^[1-9]\d{0,8}$/)]);

/** A team's history, newest first, without the documents. @throws not_found */
export async function listVersions(
  ctx: Ctx,
  input: Page & { teamId: string },
): Promise<{ items: VersionSummary[]; nextCursor: string | null }> {
  const after = decodeCursor(ctx.orgId, input.cursor, cursorOf(input.teamId));
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await openTeam(tx, ctx, { id: input.teamId }, 'version.read');
    const rows = await tx.teamVersion.findMany({
      where: { orgId: ctx.orgId, teamId: team.id, version: after ? { lt: Number(after[1]) } : undefined },
      omit: { manifest: true, provenance: true },
      orderBy: { version: 'desc' },
      take: input.limit + 1,
    });
    const names = await namesOf(
      tx,
      rows.flatMap((row) => [row.createdBy, row.decidedBy]),
    );
    return toPage(
      ctx.orgId,
      rows,
      input.limit,
      (row) => [team.id, String(row.version)],
      (row) => toSummary(row, team, names),
    );
  });
}
