import { CAPABILITIES, type CapabilitySettings, mayUse } from '@domain/agent/capabilities';
import { notFound } from '@domain/errors';
import { Manifest } from '@domain/team/manifest';
import type { Resolved, RosterAgent } from '@domain/team/resolve';
import type {
  BindingReason,
  Candidate,
  SlotBindingView,
  TeamResolve,
  TeamResolved,
} from '@domain/team/resolve-view';
import { readStartMaterial, type StartMaterial, type StartTerms } from '../../db/journal/start';
import { agentSettings } from '../agent/settings';
import { requireAllowed, requireMember } from '../authorize';
import type { Ctx } from '../context';
import { resolveSlots } from '../run/bind';

/** Candidates that are named of one slot. */
const NAMED = 50;

/**
 * Who would do what if a run were started so, slot by slot, with the reason; nothing is written, and whatever stands
 * in the way of a start is an answer here, not an error. @throws not_found for a team or project that the caller
 * does not see
 */
export async function resolveTeam(ctx: Ctx, input: TeamResolve): Promise<TeamResolved> {
  const { userId } = ctx;
  if (!userId) throw notFound();
  const { id: teamId, projectId, version, bindings } = input;
  const key = { orgId: ctx.orgId, userId, projectId, teamId, procedure: '', idempotencyKey: '' };
  const material = await readStartMaterial({ ...key, ...(version !== undefined && { version }) });
  const { terms } = material;
  requireMember(terms.standing);
  if (!terms.project || !terms.team) throw notFound();
  requireAllowed(terms.standing, 'project.read', terms.project.unitPath);
  requireAllowed(terms.standing, 'team.read', terms.team.unitPath);
  const whole = reasonOfWhole(material, version);
  if (whole || !material.version) {
    return { version: material.version?.version ?? null, resolvable: false, reason: whole, slots: [] };
  }
  const manifest = Manifest.parse(material.version.manifest);
  const resolution = resolveSlots(manifest, projectId, terms, bindings);
  const settings = await agentSettings(
    ctx,
    resolution.slots.flatMap((one) => ('mode' in one ? [one.agent.id] : [])),
  );
  const slots = resolution.slots.map((one) => viewOf(one, terms, settings));
  const [unknown] = resolution.unknownSlots;
  const refused = slots.find(({ agent }) => agent === null);
  const reason = unknown === undefined ? (refused?.reason ?? null) : 'unknown_slot';
  return { version: material.version.version, resolvable: reason === null, reason, slots };
}

/** What no slot is to blame for. */
function reasonOfWhole({ terms, version }: StartMaterial, asked: number | undefined): string | null {
  if (asked === undefined && terms.team?.currentVersion === null) return 'no_applied_version';
  if (!version) return 'unknown_version';
  if (version.status !== 'applied') return 'version_not_applied';
  return terms.project?.archived ? 'project_archived' : null;
}

function viewOf(
  one: Resolved,
  terms: StartTerms,
  settings: ReadonlyMap<string, CapabilitySettings>,
): SlotBindingView {
  const { slot } = one;
  const agent = 'mode' in one ? one.agent : null;
  const priced = agent && (terms.roster?.[agent.id] ?? terms.agents[agent.id])?.priced;
  const reason: BindingReason = 'refusal' in one ? one.refusal : priced ? one.mode : 'unpriced_model';
  const candidates = 'candidates' in one ? one.candidates : [];
  const own = agent ? settings.get(agent.id) : undefined;
  return {
    slotId: slot.id,
    title: slot.title,
    mode: slot.binding.mode,
    agent: agent && priced ? candidate(agent) : null,
    reason,
    requirements: slot.requirements,
    capabilities: agent ? CAPABILITIES.filter((name) => mayUse(own, name)) : [],
    candidates: candidates.slice(0, NAMED).map(candidate),
    candidateCount: candidates.length,
    nearest:
      'refusal' in one && one.refusal === 'nobody'
        ? one.nearest.map(({ agent: near, lacks }) => ({ ...candidate(near), lacks }))
        : [],
  };
}

const candidate = ({ id, name, role }: RosterAgent): Candidate => ({ agentId: id, name, role });
