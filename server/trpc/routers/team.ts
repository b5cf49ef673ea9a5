import { Detected, TeamDetect, TeamMetrics, TeamMetricsView } from '@domain/evolution/view';
import { Id, Slug } from '@domain/ids';
import { PageInput, pageOf } from '@domain/page';
import { TeamResolve, TeamResolved } from '@domain/team/resolve-view';
import { TeamCreate, TeamUpdate } from '@domain/team/team-form';
import { TeamMember, TeamSummary, TeamView } from '@domain/team/view';
import { line } from '@domain/text';
import { z } from 'zod';
import { detectProposals } from '../../services/evolution/detect';
import { teamMetrics } from '../../services/evolution/metrics';
import { addTeamMember } from '../../services/team/add-member';
import { createTeam } from '../../services/team/create';
import { deleteTeam } from '../../services/team/delete';
import { getTeam } from '../../services/team/get';
import { getTeamBySlug } from '../../services/team/get-by-slug';
import { listTeams } from '../../services/team/list';
import { teamMembers } from '../../services/team/members';
import { removeTeamMember } from '../../services/team/remove-member';
import { resolveTeam } from '../../services/team/resolve';
import { updateTeam } from '../../services/team/update';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

const One = { id: Id };
const Member = { id: Id, agentId: Id };

export const teamRouter = router({
  list: orgProcedure('team.read')
    .input(orgInput({ ...PageInput, q: line(100).optional() }))
    .output(pageOf(TeamSummary))
    .query(({ ctx, input }) => listTeams(ctx.tenant, input)),

  get: orgProcedure('team.read')
    .input(orgInput({ slug: Slug }))
    .output(TeamView)
    .query(({ ctx, input }) => getTeamBySlug(ctx.tenant, input)),

  getById: orgProcedure('team.read')
    .input(orgInput(One))
    .output(TeamView)
    .query(({ ctx, input }) => getTeam(ctx.tenant, input)),

  roster: orgProcedure('team.read')
    .input(orgInput({ ...PageInput, ...One }))
    .output(pageOf(TeamMember))
    .query(({ ctx, input }) => teamMembers(ctx.tenant, input)),

  /** Who would do what in a run that is started so; never fails as a whole. */
  resolve: orgProcedure('team.read')
    .input(orgInput(TeamResolve.shape))
    .output(TeamResolved)
    .query(({ ctx, input: { org: _, ...resolve } }) => resolveTeam(ctx.tenant, resolve)),

  metrics: orgProcedure('team.read')
    .input(orgInput(TeamMetrics.shape))
    .output(TeamMetricsView)
    .query(({ ctx, input: { org: _, ...metrics } }) => teamMetrics(ctx.tenant, metrics)),

  detect: orgProcedure('version.propose')
    .input(orgInput(TeamDetect.shape))
    .output(Detected)
    .mutation(({ ctx, input: { id } }) => detectProposals(ctx.tenant, { id })),

  create: orgProcedure('team.create')
    .input(orgInput(TeamCreate.shape))
    .output(TeamView)
    .mutation(({ ctx, input }) => createTeam(ctx.tenant, input)),

  update: orgProcedure('team.update')
    .input(orgInput({ ...One, ...TeamUpdate.shape }))
    .output(TeamView)
    .mutation(({ ctx, input }) => updateTeam(ctx.tenant, input)),

  delete: orgProcedure('team.delete')
    .input(orgInput(One))
    .output(z.strictObject(One))
    .mutation(({ ctx, input }) => deleteTeam(ctx.tenant, input)),

  addMember: orgProcedure('team.members')
    .input(orgInput(Member))
    .output(z.strictObject({ added: z.boolean() }))
    .mutation(({ ctx, input }) => addTeamMember(ctx.tenant, input)),

  removeMember: orgProcedure('team.members')
    .input(orgInput(Member))
    .output(z.strictObject({ removed: z.boolean() }))
    .mutation(({ ctx, input }) => removeTeamMember(ctx.tenant, input)),
});
