import { DomainError } from '@domain/errors';

/** What one request may take; each limit ends it with an error that has the limit's reason. */
export type Limits = {
  /** Bytes of the answer after decompression: `response_too_large`. */
  maxBytes: number;
  /** From the start to the last byte, in ms: `response_too_slow`. */
  timeoutMs: number;
  /** Without a byte, in ms: `response_silent`. */
  silenceMs: number;
  /** Redirects that are followed; 0 hands a redirect back unfollowed. */
  maxRedirects: number;
};

export const DEFAULT_LIMITS: Limits = {
  maxBytes: 10 * 1024 * 1024,
  timeoutMs: 20_000,
  silenceMs: 20_000,
  maxRedirects: 5,
};

const over = (reason: string, message: string) => new DomainError('unprocessable', message, { reason });
export const tooLarge = () => over('response_too_large', 'The answer is too large');
const tooSlow = () => over('response_too_slow', 'The answer took too long');
const silent = () => over('response_silent', 'The other side sent nothing for too long');

/** The clocks of one request, behind one signal that also follows the caller's. */
export type Watch = {
  signal: AbortSignal;
  /** Something came: the silence starts anew. */
  heard(): void;
  /** Stops the clocks; nothing aborts any more. */
  end(): void;
};

export function watch(limits: Limits, outer?: AbortSignal | null): Watch {
  const stop = new AbortController();
  const follow = () => stop.abort(outer?.reason);
  const slow = setTimeout(() => stop.abort(tooSlow()), limits.timeoutMs);
  const quiet = setTimeout(() => stop.abort(silent()), limits.silenceMs);
  if (outer?.aborted) follow();
  else outer?.addEventListener('abort', follow, { once: true });
  return {
    signal: stop.signal,
    heard: () => void quiet.refresh(),
    end: () => {
      clearTimeout(slow);
      clearTimeout(quiet);
      outer?.removeEventListener('abort', follow);
    },
  };
}
