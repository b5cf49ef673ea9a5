import { DomainError } from '@domain/errors';
import type { ProviderKind } from '@domain/provider/provider';
import { open, type Place, seal } from '../../crypto/secrets';

const place = (orgId: string, rowId: string): Place => ({ table: 'provider_connection', orgId, rowId });

/** The columns that keep a key; both null without one. @throws unprocessable `key_not_used` for the demo */
export function sealedKey(kind: ProviderKind, orgId: string, id: string, apiKey: string | null | undefined) {
  if (!apiKey) return { keyCipher: null, keyId: null };
  if (kind === 'demo') {
    throw new DomainError('unprocessable', 'The demo model has no key', { reason: 'key_not_used' });
  }
  const { cipher, keyId } = seal(apiKey, place(orgId, id));
  return { keyCipher: cipher, keyId };
}

/** The key in clear, for the call that needs it. @throws SecretError */
export function openedKey(
  orgId: string,
  row: { id: string; keyCipher: Uint8Array | null; keyId: string | null },
): string | null {
  if (row.keyCipher === null || row.keyId === null) return null;
  return open({ cipher: row.keyCipher, keyId: row.keyId }, place(orgId, row.id));
}
