import { Role } from '@domain/access/actor';
import { allows, type Permission } from '@domain/access/policy';
import { type Grant, ranksAt, visible } from '@domain/access/visibility';
import { DomainError, forbidden, notFound } from '@domain/errors';
import type { Tx } from '../db/tenant';
import type { Ctx } from './context';

type Standing = { grants: Grant[]; rootId: string; suspended: boolean };

/** What the person is in this organization, read afresh in each transaction: a change counts at the next request. */
async function standingOf(tx: Tx, ctx: Ctx): Promise<Standing> {
  const organization = await tx.organization.findUnique({ where: { id: ctx.orgId } });
  const root = await tx.orgUnit.findFirst({ where: { parentId: null }, select: { id: true } });
  if (!organization || !root) throw notFound();
  const memberships = ctx.userId
    ? await tx.membership.findMany({
        where: { userId: ctx.userId },
        include: { unit: { select: { path: true } } },
      })
    : [];
  return {
    grants: memberships.map((m) => ({ role: Role.parse(m.role), unitPath: m.unit.path })),
    rootId: root.id,
    suspended: organization.suspendedAt !== null,
  };
}

/** The unit that a resource is bound to; null: the whole organization. */
export type Bound = { unitId: string | null };

/**
 * The first wall. Invisible → 404, visible but not allowed → 403, no membership at all → 404, suspended → 403.
 * Without `resource` the question is about the organization itself (its root).
 */
export async function authorize(tx: Tx, ctx: Ctx, permission: Permission, resource?: Bound): Promise<void> {
  if (ctx.actor.kind === 'system') return;
  const standing = await standingOf(tx, ctx);
  if (standing.grants.length === 0) throw notFound();
  if (standing.suspended)
    throw new DomainError('forbidden', 'This organization is suspended', { reason: 'suspended' });
  const unitId = resource?.unitId ?? null;
  const unit = unitId ? await tx.orgUnit.findFirst({ where: { id: unitId }, select: { path: true } }) : null;
  if (unitId && !unit) throw notFound();
  const ranks = ranksAt(standing.grants, unit?.path ?? null, standing.rootId);
  if (!visible(ranks)) throw notFound();
  if (!allows(permission, ranks)) throw forbidden();
}
