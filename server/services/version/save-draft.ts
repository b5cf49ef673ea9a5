// Not audited: a draft is its author's private, unfinished text; proposing it is what leaves a trace.
import { storableDocument } from '@domain/team/document';
import type { DraftSave } from '@domain/team/version-form';
import type { DraftView } from '@domain/team/version-view';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { personOf } from '../person';
import { lockTeam } from '../team/open';
import { toDraft } from './present-draft';

/**
 * Keeps the caller's unfinished edit of a team, however incomplete; the last save wins.
 * @throws not_found, forbidden, too_large above 768 KiB, bad_request for what is no JSON object
 */
export async function saveDraft(ctx: Ctx, input: DraftSave): Promise<DraftView> {
  const text = storableDocument(input.manifest);
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await lockTeam(tx, ctx, input.teamId, 'version.draft', 'use');
    const key = { orgId: ctx.orgId, teamId: team.id, userId: personOf(ctx) };
    // As text, so that no key of the document (`__proto__`) passes through an object of ours.
    await tx.$executeRaw`
      INSERT INTO team_draft (org_id, team_id, user_id, base_version, manifest, updated_at)
      VALUES (${key.orgId}::uuid, ${key.teamId}::uuid, ${key.userId}::uuid, ${input.baseVersion}, ${text}::jsonb, clock_timestamp())
      ON CONFLICT (org_id, team_id, user_id) DO UPDATE
      SET base_version = excluded.base_version, manifest = excluded.manifest, updated_at = excluded.updated_at`;
    return toDraft(await tx.teamDraft.findUniqueOrThrow({ where: { orgId_teamId_userId: key } }));
  });
}
