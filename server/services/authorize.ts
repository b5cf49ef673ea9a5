import { allows, type Permission } from '@domain/access/policy';
import { ranksAt, visible } from '@domain/access/visibility';
import { DomainError, forbidden, notFound } from '@domain/errors';
import { type Standing, standingIn } from '../db/standing';
import type { Tx } from '../db/tenant';
import type { Ctx } from './context';

/** The unit that a resource is bound to; null: the whole organization. */
export type Bound = { unitId: string | null };

/**
 * The first wall. Invisible → 404, visible but not allowed → 403, no membership at all → 404, suspended → 403.
 * Without `resource` the question is about the organization itself (its root).
 */
export async function authorize(tx: Tx, ctx: Ctx, permission: Permission, resource?: Bound): Promise<void> {
  if (ctx.actor.kind === 'system') return;
  const standing = await standingIn(tx, ctx.orgId, ctx.userId);
  requireMember(standing);
  const unitId = resource?.unitId ?? null;
  const unit = unitId ? await tx.orgUnit.findFirst({ where: { id: unitId }, select: { path: true } }) : null;
  if (unitId && !unit) throw notFound();
  requireAllowed(standing, permission, unit?.path ?? null);
}

/** @throws not_found without a membership, forbidden `suspended` */
export function requireMember(standing: Standing | null): asserts standing is Standing {
  if (!standing || standing.grants.length === 0) throw notFound();
  if (standing.suspended)
    throw new DomainError('forbidden', 'This organization is suspended', { reason: 'suspended' });
}

/** The rule itself, for what is bound to the unit with `path` (null: the whole organization). */
export function requireAllowed(standing: Standing, permission: Permission, path: string[] | null): void {
  const ranks = ranksAt(standing.grants, path, standing.rootId);
  if (!visible(ranks)) throw notFound();
  if (!allows(permission, ranks)) throw forbidden();
}
