import type { Permission } from '@domain/access/policy';
import { DomainError } from '@domain/errors';
import { Slug } from '@domain/ids';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { resolveOrganization } from '../services/organization/resolve';
import { withStatus } from './edge-error';
import { t } from './init';

/** The one place where errors become codes: what a verb threw leaves with the code of its HTTP status. */
const mapped = t.procedure.use(async ({ ctx, next }) => {
  const result = await next();
  if (!result.ok) throw withStatus(result.error, ctx.requestId);
  return result;
});

const signedIn = mapped.use(({ ctx, next }) => {
  if (!ctx.session) throw new DomainError('unauthenticated', 'Sign in first');
  return next({ ctx: { session: ctx.session } });
});

/** For everyone. */
export const publicProcedure = mapped.meta({ access: 'public' });

/** For whoever is signed in, about themselves: 401 otherwise. */
export const userProcedure = signedIn.meta({ access: 'self' });

const WithOrg = z.object({ org: Slug });

/**
 * For members of the organization that `input.org` names; `ctx.tenant` is the first argument of every verb.
 * Not signed in: 401. No such organization, or not a member: 404, the same bytes. What the verb does is
 * authorised by the verb; `permission` names the row of the policy table that it asks.
 */
export const orgProcedure = (permission: Permission) =>
  signedIn.meta({ permission }).use(async ({ ctx, getRawInput, next }) => {
    const named = WithOrg.safeParse(await getRawInput());
    if (!named.success) throw new TRPCError({ code: 'BAD_REQUEST', cause: named.error });
    const tenant = await resolveOrganization(named.data.org, {
      userId: ctx.session.userId,
      requestId: ctx.requestId,
    });
    return next({ ctx: { tenant } });
  });

/** The input of a tenant procedure: its own fields beside `org`, unknown keys refused. */
export const orgInput = <T extends z.ZodRawShape>(shape: T) => z.strictObject({ org: Slug, ...shape });
