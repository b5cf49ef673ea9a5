import { beforeEach, describe, expect, it, vi } from 'vitest';
import { plainEnvironment } from '../support/environment';

const KEY = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const PLACE = { table: 'provider_connection', orgId: 'org-1', rowId: 'row-1' };

/** The module as a process with these keys has it. */
async function withKeys(keys: string) {
  vi.resetModules();
  plainEnvironment({ TROUPE_ENCRYPTION_KEYS: keys });
  return import('../../server/crypto/secrets');
}

describe('a sealed secret', () => {
  let secrets: Awaited<ReturnType<typeof withKeys>>;
  beforeEach(async () => {
    secrets = await withKeys(`k1:${KEY(1)}`);
  });

  it.each(['sk-123', '', 'ключ 🔑', 'x'.repeat(100_000)])('opens where it was sealed: %.20s', (plain) => {
    const sealed = secrets.seal(plain, PLACE);
    expect(sealed.keyId).toBe('k1');
    expect(secrets.open(sealed, PLACE)).toBe(plain);
  });

  it('never has the same bytes twice and never shows the plain text', () => {
    const [one, two] = [secrets.seal('sk-123-secret', PLACE), secrets.seal('sk-123-secret', PLACE)];
    expect(Buffer.from(one.cipher).equals(Buffer.from(two.cipher))).toBe(false);
    expect(Buffer.from(one.cipher).includes('sk-123')).toBe(false);
  });

  it('does not open with any single bit changed', () => {
    const sealed = secrets.seal('sk-123', PLACE);
    for (let bit = 0; bit < sealed.cipher.length * 8; bit++) {
      const cipher = Uint8Array.from(sealed.cipher);
      cipher[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => secrets.open({ ...sealed, cipher }, PLACE)).toThrow('tampered');
    }
  });

  it.each([0, 1, 12, 27, 28, 33])('does not open when it is cut to %i bytes', (length) => {
    const sealed = secrets.seal('sk-123', PLACE);
    const cipher = sealed.cipher.slice(0, length);
    expect(() => secrets.open({ ...sealed, cipher }, PLACE)).toThrow('tampered');
  });

  it.each([
    { ...PLACE, table: 'webhook' },
    { ...PLACE, orgId: 'org-2' },
    { ...PLACE, rowId: 'row-2' },
    { table: 'provider_connection', orgId: 'org-1row-1', rowId: '' },
  ])('does not open in another place: %o', (place) => {
    const sealed = secrets.seal('sk-123', PLACE);
    expect(() => secrets.open(sealed, place)).toThrow('tampered');
  });
});

describe('rotation', () => {
  it('opens what an old key sealed, seals with the newest, and says what is stale', async () => {
    const before = (await withKeys(`k1:${KEY(1)}`)).seal('sk-123', PLACE);
    const after = await withKeys(`k2:${KEY(2)},k1:${KEY(1)}`);
    expect(after.open(before, PLACE)).toBe('sk-123');
    expect(after.isStale(before)).toBe(true);
    const anew = after.seal('sk-123', PLACE);
    expect(anew.keyId).toBe('k2');
    expect(after.isStale(anew)).toBe(false);
  });

  it('does not open once the old key is gone, and says which case it is', async () => {
    const before = (await withKeys(`k1:${KEY(1)}`)).seal('sk-123', PLACE);
    const after = await withKeys(`k2:${KEY(2)}`);
    expect(() => after.open(before, PLACE)).toThrow('unknown_key');
  });

  it('does not open with another key under the same id', async () => {
    const before = (await withKeys(`k1:${KEY(1)}`)).seal('sk-123', PLACE);
    const after = await withKeys(`k1:${KEY(9)}`);
    expect(() => after.open(before, PLACE)).toThrow('tampered');
  });

  it('names a malformed entry and never prints a key', async () => {
    const secrets = await withKeys(`k1:${KEY(1)},k2:${Buffer.alloc(16, 5).toString('base64')}`);
    let message = '';
    try {
      secrets.seal('x', PLACE);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('entry 2');
    expect(message).not.toContain(Buffer.alloc(16, 5).toString('base64'));
  });
});
