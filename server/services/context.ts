import type { Actor } from '@domain/access/actor';
import type { Tenant } from '../db/tenant';

/** Who asks for what in which organization. Every verb takes one as its first argument. */
export type Ctx = {
  orgId: string;
  /** The person behind the request, also behind an API key; undefined for the engine itself. */
  userId?: string;
  actor: Actor;
  /** Trace id of the request: in the answer's error body, in the log and in the audit row. */
  requestId: string;
};

export const tenantOf = (ctx: Ctx): Tenant => ({ orgId: ctx.orgId, userId: ctx.userId });
