import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secrets } from '../../scripts/start/secrets';
import { temporaryFolder } from './temporary';

const base = temporaryFolder();
const home = (name: string) => {
  mkdirSync(join(base, name));
  return join(base, name);
};

describe('the generated secrets', () => {
  it('are made once and stay', () => {
    const dir = home('once');
    const first = secrets(dir);
    expect(secrets(dir)).toEqual(first);
    expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length);
  });

  it('can be read by their owner alone', () => {
    const dir = home('mode');
    secrets(dir);
    expect(statSync(join(dir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('are refused when others can read them', () => {
    const dir = home('open');
    secrets(dir);
    chmodSync(join(dir, 'secrets.json'), 0o644);
    expect(() => secrets(dir)).toThrow(/chmod 600/);
  });

  it('are never replaced when the file is damaged: stored provider keys would be lost', () => {
    const dir = home('damaged');
    const file = join(dir, 'secrets.json');
    writeFileSync(file, '{"postgres": ', { mode: 0o600 });
    expect(() => secrets(dir)).toThrow(/damaged/);
    expect(readFileSync(file, 'utf8')).toBe('{"postgres": ');
  });

  it('hold an encryption key of 32 bytes', () => {
    const [id, key] = secrets(home('key')).encryption.split(':');
    expect([id, Buffer.from(key ?? '', 'base64').length]).toEqual(['k1', 32]);
  });
});
