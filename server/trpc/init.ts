import type { Permission } from '@domain/access/policy';
import { initTRPC } from '@trpc/server';
import type { ApiContext } from './context';
import { shapeOf } from './edge-error';
import { trace } from './trace';

/**
 * The policy of a procedure. `permission`: the row of the policy table that its verb authorises; `public`: for
 * everyone; `self`: for whoever is signed in, about themselves alone. A test refuses a procedure without one.
 */
export type Meta = { permission: Permission } | { access: 'public' | 'self' };

/** A comment line this often keeps proxies from closing a quiet stream (ms); below the client's patience. */
const PING_MS = 10_000;
/** A stream ends itself after this long, and the client resumes by its last event (ms). */
const STREAM_MS = 90_000;
const CLIENT_PATIENCE_MS = 25_000;

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
