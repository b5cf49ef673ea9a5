import { describe, expect, it } from 'vitest';
import { at, files, load, type Source } from './sources';

const PATTERNS: [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/g, 'a private key'],
  [/\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{24,}/g, 'a key of a model provider'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, 'a cloud key'],
  [/\bgh[pousr]_[A-Za-z0-9]{30,}/g, 'a token of a code host'],
  [/(?<![\w./:])\/(?:root|work|home\/(?!node\b)\w+|Users\/\w+)\/[\w.-]+/g, 'a path of one machine'],
  [/https?:\/\/[\w.-]*(?:registry|nexus|artifactory|verdaccio)[\w.-]*[/:]/g, 'an address of a registry'],
  [/"resolved":\s*"https?:/g, 'an address of a registry'],
];

const leaks = (source: Source): string[] =>
  PATTERNS.flatMap(([pattern, what]) =>
    [...source.text.matchAll(pattern)].map((match) => at(source, match.index, what)),
  );

const isText = (path: string): boolean =>
  !/\.(png|ico|jpg|woff2?|tsbuildinfo)$/.test(path) && !/^\.env$/.test(path);

describe('the files of the project', () => {
  it('hold no secret, no path of one machine and no address of a registry', () => {
    expect(load(files().filter(isText)).flatMap(leaks)).toEqual([]);
  });

  it.each([
    [['-----BEGIN RSA ', 'PRIVATE KEY-----'], 'a private key'],
    [['const key = "sk', '-ant-0123456789abcdefghijklmnop"'], 'a key of a model provider'],
    [['cd /ro', 'ot/troupe'], 'a path of one machine'],
    [['"resolved"', ': "https://packages.example/x.tgz"'], 'an address of a registry'],
    [['https://reg', 'istry.example.org/x'], 'an address of a registry'],
  ])('are reported when they do: %s', (parts, what) => {
    expect(leaks({ path: 'a', text: `\n${parts.join('')}` })).toEqual([`a:2: ${what}`]);
  });
});
