import { DomainError } from '@domain/errors';
import { NOBODY, type TeamPeople } from '@domain/protocol/index';
import type { Manifest } from '@domain/team/manifest';
import type { StartTerms } from '../../db/journal/start';
import { willingAgents } from './willing';

/**
 * Those of the team whom the plan may name beside its slots. A member whom the starter may not use in the project, or whose model has
 * no price, is left out; a hub that would have to lead is not.
 * @throws unprocessable `agent_unavailable` · `unpriced_model`
 */
export function peopleOf(terms: StartTerms, { protocol, slots }: Manifest, projectId: string): TeamPeople {
  const handoff = willingAgents(terms);
  if (!terms.people) return { ...NOBODY, handoff };
  const { hub, members } = terms.people;
  const worksHere = ({ available, projectIds }: StartTerms['agents'][string]): boolean =>
    available && (projectIds.length === 0 || projectIds.includes(projectId));
  const usable = (agentId: string): boolean => {
    const agent = terms.agents[agentId];
    return agent !== undefined && worksHere(agent) && agent.priced;
  };
  const byHub = protocol.kind === 'lead_workers' && !slots.some((slot) => slot.lead);
  if (hub && byHub && !usable(hub.agentId)) {
    const agent = terms.agents[hub.agentId];
    const reason = agent && worksHere(agent) ? 'unpriced_model' : 'agent_unavailable';
    throw new DomainError('unprocessable', 'The hub that leads this team cannot be used', { reason });
  }
  return { hub, members: members.filter(({ agentId }) => usable(agentId)), handoff };
}
