import { ModelError } from '../../agents/model-error';
import { modelPort } from '../../agents/model-port';
import type { ModelPort } from '../../agents/port';
import type { AgentRow } from '../../db/journal/engine';
import { openedKey } from '../provider/key';

/** The way to an agent's model. @throws ModelError `auth` when its key cannot be opened on this installation */
export function connect(orgId: string, { provider }: AgentRow): ModelPort {
  const { kind, baseUrl, id, keyId } = provider;
  if (kind === 'demo') return modelPort({ kind });
  const keyCipher = provider.keyCipher === null ? null : Buffer.from(provider.keyCipher, 'base64');
  try {
    return modelPort({ kind, baseUrl, apiKey: openedKey(orgId, { id, keyCipher, keyId }) });
  } catch {
    throw new ModelError('auth', 'The provider’s key cannot be opened: enter it again');
  }
}
