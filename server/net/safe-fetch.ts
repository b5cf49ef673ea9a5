import { DomainError } from '@domain/errors';
import { Agent, type Dispatcher, fetch as undiciFetch } from 'undici';
import { blockedUrl } from './blocked-url';
import { cappedBody } from './capped-body';
import { DEFAULT_LIMITS, type Limits, type Watch, watch } from './limits';
import { ownAddresses } from './own';
import { type Hop, nextHop } from './redirect';
import { mayConnect, type Own, vetUrl } from './vet-url';
import { type Resolve, vettedLookup } from './vetted-lookup';

/** Until a TCP and TLS connection stands (ms). */
const CONNECT_MS = 10_000;
/** Statuses whose answers have no body by definition. */
const NO_BODY = new Set([101, 204, 205, 304]);

export type SafeFetchOptions = Partial<Limits> & {
  /** Loopback addresses may be called as well; the operator's decision, never a tenant's. Default: false. */
  allowLocal?: boolean;
  /** What this installation listens on; default: from the environment. */
  own?: Own;
  /** Default: the system's resolver. */
  resolve?: Resolve;
};

export type SafeInit = {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
  signal?: AbortSignal | null;
};

export type SafeFetch = (input: string | URL | Request, init?: SafeInit) => Promise<Response>;

/**
 * A `fetch` for every address that a user or a model can influence. Only http and https to public addresses,
 * vetted at connect time and again for every redirect; answers are capped in bytes and time.
 * @throws unprocessable `blocked_url` (nothing was sent), `response_too_large`, `response_too_slow`,
 * `response_silent`; what the network throws; the reason of the caller's signal
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const { allowLocal = false, resolve, own = ownAddresses(), ...given } = options;
  const limits: Limits = { ...DEFAULT_LIMITS, ...given };
  const dispatcher = new Agent({
    connect: {
      timeout: CONNECT_MS,
      lookup: vettedLookup((address) => mayConnect(address, { allowLocal }), resolve),
    },
    // The clocks of `watch` rule; these would end a long stream behind its back.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return async (input, init = {}) => {
    let hop = firstHop(input, init);
    const clocks = watch(limits, init.signal);
    try {
      for (let hops = 0; ; hops++) {
        hop.url = vetUrl(hop.url, { allowLocal, own });
        const answer = await send(hop, dispatcher, clocks);
        const next = limits.maxRedirects > 0 && nextHop(hop, answer.status, answer.headers.get('location'));
        if (!next) return capped(answer, limits.maxBytes, clocks);
        await answer.body?.cancel();
        if (hops >= limits.maxRedirects) throw blockedUrl();
        hop = next;
      }
    } catch (error) {
      clocks.end();
      throw clocks.signal.aborted ? clocks.signal.reason : domainCause(error);
    }
  };
}

function firstHop(input: string | URL | Request, init: SafeInit): Hop {
  if (input instanceof Request) throw new TypeError('safeFetch takes an address and its options');
  if (!URL.canParse(input)) throw blockedUrl();
  const { body = null } = init;
  if (body !== null && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('safeFetch sends text or bytes');
  return { url: new URL(input), method: init.method ?? 'GET', headers: new Headers(init.headers), body };
}

const send = (hop: Hop, dispatcher: Dispatcher, clocks: Watch) =>
  undiciFetch(hop.url, {
    method: hop.method,
    headers: [...hop.headers],
    body: hop.body,
    redirect: 'manual',
    signal: clocks.signal,
    dispatcher,
  });

function capped(answer: Awaited<ReturnType<typeof send>>, maxBytes: number, clocks: Watch): Response {
  clocks.heard();
  const headers = new Headers([...answer.headers]);
  // The body below is already unpacked.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const bare = NO_BODY.has(answer.status) || !answer.body;
  if (bare) clocks.end();
  const body = bare ? null : cappedBody(answer.body as ReadableStream<Uint8Array>, maxBytes, clocks);
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}

/** `fetch` wraps what the vetted lookup threw. */
function domainCause(error: unknown): unknown {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DomainError) return at;
  return error;
}
