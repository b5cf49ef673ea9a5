import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { SafeFetch } from '../../net/safe-fetch';
import { ModelError } from '../model-error';

/** What the SDK calls a compatible server, and its options. */
export const COMPATIBLE = 'provider';

/** How to reach a provider. `baseUrl` null: the provider's own. */
export type ProviderAddress = {
  kind: 'openai' | 'anthropic' | 'openai_compatible';
  baseUrl?: string | null;
  apiKey?: string | null;
};

/** The SDK's model behind an address; a new one per call, because its `fetch` belongs to the call. */
export function languageModel(address: ProviderAddress, model: string, fetch: SafeFetch): LanguageModel {
  const baseURL = address.baseUrl?.replace(/\/+$/, '') || undefined;
  const apiKey = address.apiKey ?? undefined;
  switch (address.kind) {
    case 'openai':
      return createOpenAI({ apiKey: apiKey ?? '', baseURL, fetch }).chat(model);
    case 'anthropic':
      return createAnthropic({ apiKey: apiKey ?? '', baseURL, fetch })(model);
    case 'openai_compatible':
      if (!baseURL) throw new ModelError('bad_request', 'This provider has no base address');
      return createOpenAICompatible({
        name: COMPATIBLE,
        baseURL,
        apiKey,
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
      }).chatModel(model);
  }
}
