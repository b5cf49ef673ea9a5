import type { Permission } from '@domain/access/policy';
import { initTRPC } from '@trpc/server';
import type { ApiContext } from './context';
import { shapeOf } from './edge-error';
import { CLIENT_PATIENCE_MS, PING_MS, STREAM_MS } from './stream-times';
import { trace } from './trace';

/**
 * The policy of a procedure. `permission`: the row of the policy table that its verb authorises; `public`: for
 * everyone; `self`: for whoever is signed in, about themselves alone. A test refuses a procedure without one.
 */
export type Meta = { permission: Permission } | { access: 'public' | 'self' };

export const t = initTRPC
  .context<ApiContext>()
  .meta<Meta>()
  .create({
    // Never a stack trace in an answer, in development either.
    isDev: false,
    errorFormatter: ({ error, ctx }) => shapeOf(error, ctx?.requestId ?? trace.getStore() ?? 'unknown'),
    sse: {
      ping: { enabled: true, intervalMs: PING_MS },
      maxDurationMs: STREAM_MS,
      client: { reconnectAfterInactivityMs: CLIENT_PATIENCE_MS },
    },
  });

export const { router, createCallerFactory } = t;
