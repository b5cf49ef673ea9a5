import { MODEL_CALL_MS } from '@domain/run/limits';
import { env } from '../../env';
import { createSafeFetch, type SafeFetch } from '../../net/safe-fetch';
import { providerError } from './classify';
import { usageFilter } from './usage';

export type CallLimits = {
  /** A call as a whole, in ms; default 5 minutes. */
  callMs?: number;
  /** Without a byte, in ms; default from the environment (60 s). */
  silenceMs?: number;
};

/** An answer is a stream of text: beyond this it is no answer of a model. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
/** Of an error's body. */
const MAX_ERROR_CHARS = 4_096;

/** Shared by every call with the same limits, so that connections are kept open between calls. */
const fetches = new Map<string, SafeFetch>();

function sharedFetch(limits: CallLimits): SafeFetch {
  const options = {
    allowLocal: env().TROUPE_ALLOW_LOCAL_PROVIDERS,
    timeoutMs: limits.callMs ?? MODEL_CALL_MS,
    silenceMs: limits.silenceMs ?? env().TROUPE_MODEL_SILENCE_MS,
    maxBytes: MAX_ANSWER_BYTES,
    // A redirected call would take the key to another address.
    maxRedirects: 0,
  };
  const key = JSON.stringify(options);
  const found = fetches.get(key) ?? createSafeFetch(options);
  fetches.set(key, found);
  return found;
}

/**
 * The `fetch` that the SDK's providers get: safeFetch, and a successful answer has to be an event stream. One that
 * is not is an error of the provider, whatever its status says. `onBegin` is called when a stream has begun.
 */
export function providerFetch(limits: CallLimits, chatCompletions: boolean, onBegin: () => void): SafeFetch {
  const call = sharedFetch(limits);
  return async (input, init) => {
    const answer = await call(input, init);
    if (!answer.ok) return answer;
    const type = answer.headers.get('content-type') ?? '';
    if (!type.toLowerCase().startsWith('text/event-stream')) {
      const body = (await answer.text()).slice(0, MAX_ERROR_CHARS);
      throw providerError(200, body || `content type "${type}"`, Object.fromEntries(answer.headers));
    }
    onBegin();
    if (!chatCompletions || !answer.body) return answer;
    return new Response(answer.body.pipeThrough(usageFilter()), { status: 200, headers: answer.headers });
  };
}
