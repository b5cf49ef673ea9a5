import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('.env.example', () => {
  it('names every variable of the README table, and no other', () => {
    const rows = readFileSync('README.md', 'utf8').match(/^\| `[A-Z][A-Z_]+`.*$/gm) ?? [];
    const explained = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? []);
    const example = readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z_]+)=/gm);
    expect(explained.length).toBeGreaterThan(15);
    expect([...example].map(([, name]) => name).sort()).toEqual(explained.sort());
  });
});
