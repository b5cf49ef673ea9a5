import { CAPABILITIES, canonicalCapability, isCapability } from '@domain/agent/capabilities';
import { NoArgs } from '@domain/agent/tools';
import { expect, it } from 'vitest';

it('there are seven capabilities, with one old name for one of them', () => {
  expect(CAPABILITIES).toHaveLength(7);
  expect(canonicalCapability('write_files')).toBe('modify_files');
  expect(canonicalCapability('read_files')).toBe('read_files');
  expect(isCapability('write_files')).toBe(false);
  expect(isCapability('constructor')).toBe(false);
});

it('a tool without arguments takes none, not even an id of a team', () => {
  expect(NoArgs.safeParse({}).success).toBe(true);
  expect(NoArgs.safeParse({ teamId: 'another' }).success).toBe(false);
});
