import { DomainError, type Issue } from '@domain/errors';
import type { Manifest } from '@domain/team/manifest';
import type { StartTerms } from '../../db/journal/start';
import { control } from '../../failpoint';

/** Agents that take part in handoffs, by id. */
export const willingAgents = ({ agents, roster }: Pick<StartTerms, 'agents' | 'roster'>): string[] =>
  Object.entries({ ...agents, ...roster }).flatMap(([id, { handoff }]) => (handoff ? [id] : []));

/**
 * Handoffs are off until the organization and the agents on both ends of an edge allow them; a handoff in which no
 * edge can ever be used is not started.
 * @throws conflict `handoff_off`, unprocessable `agents_closed_to_handoff` with each slot whose agent is
 */
export function requireHandoffs(
  { protocol, slots }: Manifest,
  bindings: Readonly<Record<string, string>>,
  terms: StartTerms,
): void {
  if (protocol.kind !== 'handoff') return;
  // control: lets agents hand over where nobody has allowed it
  if (!terms.handoff && !control('handoffs')) {
    throw new DomainError('conflict', 'Handoffs between agents are switched off in this organization', {
      reason: 'handoff_off',
    });
  }
  const willing = new Set(willingAgents(terms));
  const isOpen = (slotId: string): boolean => willing.has(bindings[slotId] ?? '');
  if (protocol.edges.some(({ from, to }) => isOpen(from) && isOpen(to))) return;
  const issues = slots.flatMap(({ id }, at): Issue[] =>
    isOpen(id)
      ? []
      : [
          {
            path: ['slots', at, 'binding', 'agentId'],
            code: 'agent_closed_to_handoff',
            message: 'This agent takes part in no handoffs',
          },
        ],
  );
  throw new DomainError('unprocessable', 'No two agents of this team may hand over to each other', {
    reason: 'agents_closed_to_handoff',
    issues,
  });
}
