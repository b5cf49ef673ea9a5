import { RehearsalView, Rehearsed, VersionRehearse } from '@domain/evolution/rehearsal';
import { Id } from '@domain/ids';
import { PageInput, pageOf } from '@domain/page';
import {
  DraftSave,
  VersionApply,
  VersionNumber,
  VersionPropose,
  VersionReject,
  VersionRollBack,
} from '@domain/team/version-form';
import { DraftView, VersionSummary, VersionView } from '@domain/team/version-view';
import { z } from 'zod';
import { rehearsalOf } from '../../services/evolution/rehearsal';
import { rehearseVersion } from '../../services/evolution/rehearse';
import { applyVersion } from '../../services/version/apply';
import { discardDraft } from '../../services/version/discard-draft';
import { getDraft } from '../../services/version/draft';
import { getVersion } from '../../services/version/get';
import { listVersions } from '../../services/version/list';
import { proposeVersion } from '../../services/version/propose';
import { rejectVersion } from '../../services/version/reject';
import { rollBackVersion } from '../../services/version/roll-back';
import { saveDraft } from '../../services/version/save-draft';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

const OfTeam = { teamId: Id };

export const versionRouter = router({
  list: orgProcedure('version.read')
    .input(orgInput({ ...PageInput, ...OfTeam }))
    .output(pageOf(VersionSummary))
    .query(({ ctx, input }) => listVersions(ctx.tenant, input)),

  get: orgProcedure('version.read')
    .input(orgInput({ ...OfTeam, version: VersionNumber }))
    .output(VersionView)
    .query(({ ctx, input }) => getVersion(ctx.tenant, input)),

  draft: orgProcedure('version.draft')
    .input(orgInput(OfTeam))
    .output(DraftView.nullable())
    .query(({ ctx, input }) => getDraft(ctx.tenant, input)),

  saveDraft: orgProcedure('version.draft')
    .input(orgInput(DraftSave.shape))
    .output(DraftView)
    .mutation(({ ctx, input }) => saveDraft(ctx.tenant, input)),

  discardDraft: orgProcedure('version.draft')
    .input(orgInput(OfTeam))
    .output(z.strictObject({ discarded: z.boolean() }))
    .mutation(({ ctx, input }) => discardDraft(ctx.tenant, input)),

  propose: orgProcedure('version.propose')
    .input(orgInput(VersionPropose.shape))
    .output(VersionView)
    .mutation(({ ctx, input }) => proposeVersion(ctx.tenant, input)),

  // Not `apply`: tRPC reserves the names of a function's own methods.
  applyDraft: orgProcedure('version.apply')
    .input(orgInput(VersionApply.shape))
    .output(VersionView)
    .mutation(({ ctx, input }) => applyVersion(ctx.tenant, input)),

  reject: orgProcedure('version.reject')
    .input(orgInput(VersionReject.shape))
    .output(VersionView)
    .mutation(({ ctx, input }) => rejectVersion(ctx.tenant, input)),

  rehearse: orgProcedure('run.start')
    .input(orgInput(VersionRehearse.shape))
    .output(Rehearsed)
    .mutation(({ ctx, input: { org: _, ...rehearse } }) => rehearseVersion(ctx.tenant, rehearse)),

  rehearsal: orgProcedure('version.read')
    .input(orgInput({ ...OfTeam, version: VersionNumber }))
    .output(RehearsalView)
    .query(({ ctx, input }) => rehearsalOf(ctx.tenant, input)),

  rollBack: orgProcedure('version.apply')
    .input(orgInput(VersionRollBack.shape))
    .output(VersionView)
    .mutation(({ ctx, input }) => rollBackVersion(ctx.tenant, input)),
});
