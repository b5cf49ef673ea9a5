// Called by verbs that have authorised: proposing, creating a team with a manifest, rolling back.
import type { Manifest } from '@domain/team/manifest';
import type { VersionOrigin } from '@domain/team/version-view';
import { audit } from '../../db/audit';
import type { Prisma } from '../../db/generated/client';
import type { Tx } from '../../db/tenant';
import type { Ctx } from '../context';
import { personOf } from '../person';
import type { TeamRow } from '../team/open';
import type { VersionRow } from './present';

type NewVersion = {
  manifest: Manifest;
  baseVersion: number | null;
  origin: VersionOrigin;
  note: string;
  provenance?: Prisma.InputJsonObject;
  /** Default: who asks. */
  createdBy?: string;
};

/** Writes the next version, in state `draft`. The caller authorised it and holds the team's lock: numbers have no gap. */
export async function insertVersion(tx: Tx, ctx: Ctx, team: TeamRow, fresh: NewVersion): Promise<VersionRow> {
  const newest = await tx.teamVersion.aggregate({
    where: { orgId: ctx.orgId, teamId: team.id },
    _max: { version: true },
  });
  const row = await tx.teamVersion.create({
    data: {
      orgId: ctx.orgId,
      teamId: team.id,
      version: (newest._max.version ?? 0) + 1,
      // A parsed manifest is JSON: its schema has no other values, though its type says `unknown` for contract schemas.
      manifest: fresh.manifest as Prisma.InputJsonObject,
      baseVersion: fresh.baseVersion,
      origin: fresh.origin,
      note: fresh.note,
      provenance: fresh.provenance ?? {},
      createdBy: fresh.createdBy ?? personOf(ctx),
    },
  });
  await audit(tx, ctx, {
    action: 'team_version.proposed',
    targetType: 'team_version',
    targetId: team.id,
    after: { version: row.version, baseVersion: row.baseVersion, origin: row.origin, note: row.note },
  });
  return row;
}
