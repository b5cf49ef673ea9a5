import { DomainError } from '@domain/errors';
import { RunStatus } from '@domain/run/fact';
import { TERMINAL } from '@domain/run/state';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { lockTeam } from './open';
import { cardOf } from './present';

const ACTIVE = RunStatus.options.filter((status) => !TERMINAL.has(status));

/**
 * Makes a team a tombstone: members and everybody's drafts go (a trigger), versions and runs stay, the slug is
 * free again. @throws not_found, forbidden, conflict `runs_active` while a run of it has not ended
 */
export async function deleteTeam(ctx: Ctx, input: { id: string }): Promise<{ id: string }> {
  return tenantTx(tenantOf(ctx), async (tx) => {
    const team = await lockTeam(tx, ctx, input.id, 'team.delete', 'delete');
    const running = await tx.run.count({ where: { teamId: team.id, status: { in: ACTIVE } } });
    if (running > 0)
      throw new DomainError('conflict', 'Runs of this team have not ended: stop them first', {
        reason: 'runs_active',
        details: { running },
      });
    await tx.team.update({
      where: { orgId_id: { orgId: ctx.orgId, id: team.id } },
      data: { deletedAt: new Date() },
    });
    await audit(tx, ctx, {
      action: 'team.deleted',
      targetType: 'team',
      targetId: team.id,
      before: { ...cardOf(team), currentVersion: team.currentVersion },
    });
    return { id: team.id };
  });
}
