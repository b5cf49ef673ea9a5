import { callTRPCProcedure, TRPCError } from '@trpc/server';
import type { ApiContext } from './context';
import { EventStream } from './event-stream';
import type { AppRouter } from './root';
import { WatchStream } from './watch-stream';

/** The name of the subscription that this request asks for; undefined: it asks for something else, or for several. */
export function streamNamed(path: string, router: AppRouter): string | undefined {
  // By their whole names, although the type says by router.
  const procedures = router._def.procedures as unknown as Record<string, { _def: { type: string } }>;
  try {
    const name = decodeURIComponent(path).replaceAll(/^\/+|\/+$/g, '');
    return Object.hasOwn(procedures, name) && procedures[name]?._def.type === 'subscription'
      ? name
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Answers a subscription with a stream of its own making. `held`: the requests behind it. Everything that can be
 * refused is thrown before the answer stands.
 */
export async function answerStream(
  path: string,
  router: AppRouter,
  ctx: ApiContext,
  held: readonly Request[],
): Promise<Response> {
  const request = held[0] as Request;
  const end = new AbortController();
  request.signal.addEventListener('abort', () => end.abort(), { once: true });
  if (request.signal.aborted) end.abort();
  const source: unknown = await callTRPCProcedure({
    router,
    path,
    ctx,
    type: 'subscription',
    getRawInput: async () => inputOf(request),
    signal: end.signal,
    batchIndex: 0,
  });
  if (!(source instanceof WatchStream)) throw new Error(`${path} gives no stream`);
  const headers = new Headers(ctx.resHeaders);
  headers.set('content-type', 'text/event-stream');
  headers.set('cache-control', 'no-cache, no-transform');
  headers.set('x-accel-buffering', 'no');
  headers.set('x-request-id', ctx.requestId);
  return new Response(new EventStream(source, end, ctx.requestId, held).body, { headers });
}

/** The input with the last event that the browser names when it asks for the same address again. */
function inputOf({ url, headers }: Request): unknown {
  const query = new URL(url).searchParams;
  const input = read(query.get('input'));
  const lastEventId =
    headers.get('last-event-id') ?? query.get('lastEventId') ?? query.get('Last-Event-Id') ?? undefined;
  if (!lastEventId || typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return { ...input, lastEventId };
}

function read(input: string | null): unknown {
  if (input === null) return undefined;
  try {
    return JSON.parse(input);
  } catch (cause) {
    throw new TRPCError({ code: 'PARSE_ERROR', cause });
  }
}
