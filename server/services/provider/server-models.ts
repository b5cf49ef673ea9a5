import type { ProviderKind } from '@domain/provider/provider';
import { z } from 'zod';
import { env } from '../../env';
import { createSafeFetch } from '../../net/safe-fetch';

const BASE: Partial<Record<ProviderKind, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

const List = z.object({ data: z.array(z.object({ id: z.string().max(200) })).max(5_000) });
const MAX_SHOWN = 500;
const LIST_MS = 5_000;

/** The models that a server lists itself; null for the demo. @throws when it has no list or cannot be reached */
export async function serverModels(connection: {
  kind: ProviderKind;
  baseUrl: string | null;
  apiKey: string | null;
}): Promise<string[] | null> {
  const base = connection.baseUrl ?? BASE[connection.kind];
  if (!base) return null;
  const { apiKey } = connection;
  const headers: Record<string, string> =
    apiKey === null
      ? {}
      : connection.kind === 'anthropic'
        ? { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
        : { authorization: `Bearer ${apiKey}` };
  const ask = createSafeFetch({
    allowLocal: env().TROUPE_ALLOW_LOCAL_PROVIDERS,
    timeoutMs: LIST_MS,
    maxBytes: 1024 * 1024,
    maxRedirects: 0,
  });
  const answer = await ask(`${base}/models`, { headers });
  const { data } = List.parse(await answer.json());
  return data.slice(0, MAX_SHOWN).map(({ id }) => id);
}
