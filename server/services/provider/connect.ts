import type { ProviderKind } from '@domain/provider/provider';
import { ModelError } from '../../agents/model-error';
import { modelPort, type PortOptions } from '../../agents/model-port';
import type { ModelPort } from '../../agents/port';
import { openedKey } from './key';

/** What is stored of a connection; the ciphertext as bytes, or as base64 where a row came as JSON. */
export type StoredConnection = {
  id: string;
  kind: ProviderKind;
  baseUrl: string | null;
  keyCipher: Uint8Array | string | null;
  keyId: string | null;
};

/**
 * The way to the models of a stored connection. The key is decrypted for each call and kept nowhere; one that does
 * not open is `ModelError('auth')` of the call.
 */
export function connectProvider(
  orgId: string,
  stored: StoredConnection,
  options: PortOptions = {},
): ModelPort {
  if (stored.kind === 'demo') return modelPort({ kind: 'demo' }, options);
  const { kind, baseUrl, keyCipher: kept } = stored;
  const keyCipher = typeof kept === 'string' ? Buffer.from(kept, 'base64') : kept;
  return {
    async call(request, callOptions) {
      let apiKey: string | null;
      try {
        apiKey = openedKey(orgId, { id: stored.id, keyCipher, keyId: stored.keyId });
      } catch (cause) {
        throw new ModelError('auth', 'The stored key of this provider cannot be opened: enter it again', {
          cause,
        });
      }
      return modelPort({ kind, baseUrl, apiKey }, options).call(request, callOptions);
    },
  };
}
