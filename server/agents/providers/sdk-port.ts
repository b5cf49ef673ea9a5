import { InvalidResponseDataError, jsonSchema, Output, streamText } from 'ai';
import { aborted, ModelError } from '../model-error';
import type { ModelPort, ModelRequest } from '../port';
import { Answering } from './answering';
import { classify } from './classify';
import { COMPATIBLE, languageModel, type ProviderAddress } from './language-model';
import { sdkMessages, sdkTools } from './messages';
import { type CallLimits, providerFetch } from './provider-fetch';
import { canBeStrict } from './strict';

// What a provider does not support shows in its answer; a library does not write on our standard error.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A schema that the provider would refuse word by word is asked for loosely: what comes is checked here anyway. */
function structured({ schema }: ModelRequest) {
  if (!schema) return {};
  const strictness = { strictJsonSchema: canBeStrict(schema.jsonSchema) };
  return {
    output: Output.object({ schema: jsonSchema(schema.jsonSchema), name: schema.name }),
    providerOptions: { openai: strictness, [COMPATIBLE]: strictness },
  };
}

/** Failures of a provider that mean "nothing was done", unless words had come before. */
const BUSY = new Set(['overloaded', 'rate_limited', 'server_error']);

const midway = (error: ModelError, worked: boolean): ModelError =>
  worked && BUSY.has(error.reason) ? new ModelError('half_stream', error.message, { cause: error }) : error;

/** Providers quote what they were sent: the key never leaves in a message. */
function redacted(error: ModelError, apiKey: string | null | undefined): ModelError {
  if (!apiKey || !error.message.includes(apiKey)) return error;
  return new ModelError(error.reason, error.message.replaceAll(apiKey, '[key]'), error);
}

/** The port on the AI SDK. Retries are the engine's: each `call` is one request. */
export function sdkPort(address: ProviderAddress, limits: CallLimits): ModelPort {
  return {
    async call(request, { signal, onText }) {
      if (signal.aborted) throw aborted(true);
      const stop = new AbortController();
      const follow = () => stop.abort();
      signal.addEventListener('abort', follow, { once: true });
      let began = false;
      const answering = new Answering();
      try {
        const fetch = providerFetch(limits, address.kind !== 'anthropic', () => {
          began = true;
        });
        const { fullStream } = streamText({
          model: languageModel(address, request.model, fetch),
          system: request.system,
          messages: sdkMessages(request.messages),
          tools: sdkTools(request.tools),
          ...structured(request),
          maxOutputTokens: request.maxOutputTokens,
          headers: request.headers,
          maxRetries: 0,
          abortSignal: stop.signal,
          // Errors come as parts of the stream; by default they are printed as well.
          onError: () => {},
        });
        for await (const part of fullStream) {
          if (part.type === 'text-delta') onText?.(part.text);
          // Says only that the stream ended early, which the finish part says with the usage so far.
          if (part.type === 'error' && !InvalidResponseDataError.isInstance(part.error)) throw part.error;
          answering.add(part);
        }
        return answering.whole();
      } catch (error) {
        if (signal.aborted) throw aborted();
        throw redacted(midway(classify(error, began), answering.worked), address.apiKey);
      } finally {
        signal.removeEventListener('abort', follow);
        // Closes the socket of a stream that was not read to its end.
        stop.abort();
      }
    },
  };
}
