// Called by verbs that have authorised: setting a cap, removing one.
import type { Tx } from '../../db/tenant';
import type { Ctx } from '../context';

/** Caps of an organization change one after the other: a setting never meets another setting, or a removal, half-way. */
export const lockCaps = (tx: Tx, ctx: Ctx): Promise<unknown> =>
  tx.$queryRaw`SELECT FROM "organization" WHERE org_id = ${ctx.orgId}::uuid FOR NO KEY UPDATE`;
