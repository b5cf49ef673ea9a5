import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { env } from '../env';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Where a secret is kept. It opens there and nowhere else, so a copied ciphertext is worthless. */
export type Place = { table: string; orgId: string; rowId: string };

/** A stored secret: `cipher` is iv, tag and ciphertext in one. */
export type Sealed = { keyId: string; cipher: Uint8Array<ArrayBuffer> };

/** A secret that does not open: its key is gone, or it is not what was sealed in this place. */
export class SecretError extends Error {
  readonly reason: 'unknown_key' | 'tampered';

  constructor(reason: 'unknown_key' | 'tampered') {
    super(`A stored secret cannot be opened: ${reason}`);
    this.name = 'SecretError';
    this.reason = reason;
  }
}

/** Keys by id, the newest first. @throws Error naming the entry, never the key */
function keysOf(setting: string): Map<string, Buffer> {
  const keys = new Map<string, Buffer>();
  for (const [index, entry] of setting.split(',').entries()) {
    const [id, encoded = ''] = entry.trim().split(':');
    const key = Buffer.from(encoded, 'base64');
    if (!id || key.length !== KEY_BYTES) {
      throw new Error(`TROUPE_ENCRYPTION_KEYS: entry ${index + 1} is not id:base64 of ${KEY_BYTES} bytes`);
    }
    keys.set(id, key);
  }
  return keys;
}

let known: { setting: string; keys: Map<string, Buffer> } | undefined;

function keys(): Map<string, Buffer> {
  const setting = env().TROUPE_ENCRYPTION_KEYS;
  if (known?.setting !== setting) known = { setting, keys: keysOf(setting) };
  return known.keys;
}

// A separator that no part can hold keeps two places from having the same bytes.
const associated = ({ table, orgId, rowId }: Place): Buffer => Buffer.from([table, orgId, rowId].join('\0'));

/** Encrypts with the newest key (AES-256-GCM, a fresh iv each time). */
export function seal(plain: string, place: Place): Sealed {
  const [keyId, key] = keys().entries().next().value!;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(
    associated(place),
  );
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return { keyId, cipher: new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), text])) };
}

/** Decrypts with the key that sealed it, an old one as well. @throws SecretError */
export function open(sealed: { keyId: string; cipher: Uint8Array }, place: Place): string {
  const key = keys().get(sealed.keyId);
  if (!key) throw new SecretError('unknown_key');
  const bytes = Buffer.from(sealed.cipher);
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new SecretError('tampered');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(associated(place))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new SecretError('tampered');
  }
}

/** Whether a secret was sealed with an older key and should be sealed anew. */
export const isStale = (sealed: { keyId: string }): boolean => keys().keys().next().value !== sealed.keyId;
