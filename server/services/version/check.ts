import { DomainError, type Issue, notFound } from '@domain/errors';
import { fixedSlots } from '@domain/team/bindings';
import { checkManifest } from '@domain/team/check-manifest';
import { refuseDeep } from '@domain/team/document';
import { agentIdsOf, type Manifest } from '@domain/team/manifest';
import type { Tx } from '../../db/tenant';
import { holdAgents } from '../agent/hold';
import type { Ctx } from '../context';
import type { TeamRow } from '../team/open';
import { checkRoster } from './roster';

const invalid = (reason: string, issues: Issue[]): DomainError =>
  new DomainError('unprocessable', 'This manifest cannot become a version', { reason, issues });

/**
 * The manifest, if it may become a version by this person's hand.
 * @throws bad_request `too_deep`, unprocessable with all issues, not_found when it names an agent that this
 * person does not see, unprocessable `unknown_model` when an agent's model is no longer offered, or `empty_roster`
 */
export async function checkForTeam(tx: Tx, ctx: Ctx, team: TeamRow, input: unknown): Promise<Manifest> {
  refuseDeep(input);
  const checked = checkManifest(input);
  if (checked.issues) throw invalid('invalid_manifest', checked.issues);
  const ids = agentIdsOf(checked.manifest);
  const agents = await holdAgents(tx, ctx, ids);
  if (ids.some((id) => !agents.has(id))) throw notFound();
  const issues = fixedSlots(checked.manifest).flatMap(({ agentId, path }): Issue[] => {
    const agent = agents.get(agentId);
    const offered = agent && !agent.provider.deletedAt && agent.provider.models.includes(agent.model);
    return offered
      ? []
      : [{ path, code: 'unknown_model', message: 'The model of this agent is no longer offered' }];
  });
  if (issues.length > 0) throw invalid('unknown_model', issues);
  await checkRoster(tx, ctx, team, checked.manifest);
  return checked.manifest;
}
