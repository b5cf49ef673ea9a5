import { DomainError } from '@domain/errors';
import type { Manifest } from '@domain/team/manifest';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import type { Ctx } from '../context';
import type { TeamRow } from '../team/open';

/**
 * That a lead without worker slots has somebody to lead: an agent of the roster that is not the lead itself.
 * @throws unprocessable `empty_roster`
 */
export async function checkRoster(tx: Tx, ctx: Ctx, team: TeamRow, manifest: Manifest): Promise<void> {
  const [lead, ...others] = manifest.slots;
  if (manifest.protocol.kind !== 'lead_workers' || !lead?.lead || others.length > 0) return;
  const visible = await visibleTo(tx, ctx.userId);
  const isMember = { memberOf: { some: { teamId: team.id } } };
  const roster = await tx.agent.count({
    where: {
      AND: [{ deletedAt: null }, visible, manifest.rosterScope === 'members' ? isMember : {}],
      NOT: lead.binding.mode === 'fixed' ? { id: lead.binding.agentId } : undefined,
    },
  });
  // A lead that is bound by role takes one agent of the roster for itself.
  if (roster >= (lead.binding.mode === 'fixed' ? 1 : 2)) return;
  throw new DomainError('unprocessable', 'The lead has nobody to lead', {
    reason: 'empty_roster',
    issues: [{ path: ['slots'], code: 'empty_roster', message: 'Add a slot, or agents to the roster' }],
  });
}
