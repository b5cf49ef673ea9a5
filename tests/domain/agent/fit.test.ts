import { lacks } from '@domain/agent/fit';
import { checkManifest } from '@domain/team/check-manifest';
import { Requirements } from '@domain/team/slot';
import { describe, expect, it } from 'vitest';
import { issuesOf, pipeline, slot } from '../team/documents';

const requires = (capabilities: string[], skills: string[] = []) =>
  Requirements.parse({ capabilities, skills });
const able = (capabilities: Record<string, boolean> | null, skills: string[] = []) => ({
  capabilities,
  skills,
});
const names = (...args: Parameters<typeof lacks>) =>
  lacks(...args).map((lack) => ('name' in lack ? lack.name : lack.kind));

describe('what an agent lacks for a slot', () => {
  it.each([
    ['said nothing of', {}, []],
    ['granted', { web_access: true }, []],
    ['denied', { web_access: false }, ['web_access']],
  ])('of a capability that is %s (T-60, T-75, T-80)', (_said, settings, lacking) => {
    expect(names(able(settings), requires(['web_access']))).toEqual(lacking);
  });

  it.each([
    ['said nothing of', {}, ['delegation']],
    ['granted', { delegation: true }, []],
    ['denied', { delegation: false }, ['delegation']],
  ])(
    'of delegation that is %s: it counts only when it is granted (T-61, T-77, T-80)',
    (_said, settings, lacking) => {
      expect(names(able(settings), requires(['delegation']))).toEqual(lacking);
    },
  );

  it('is each required skill that is not among its own, by the whole name (T-62, T-78)', () => {
    const agent = able({}, ['typescript', 'law']);
    expect(names(agent, requires([], ['law']))).toEqual([]);
    expect(names(agent, requires([], ['law', 'typescript']))).toEqual([]);
    expect(names(agent, requires([], ['law', 'chess', 'type']))).toEqual(['chess', 'type']);
    expect(names(able({}), requires([], ['law']))).toEqual(['law']);
  });

  it('is its settings, when it has none and the slot requires anything at all (T-76)', () => {
    expect(lacks(able(null, ['law']), requires([]))).toEqual([]);
    expect(lacks(able(null, ['law']), requires(['read_files']))).toEqual([{ kind: 'settings' }]);
    expect(lacks(able(null, ['law']), requires([], ['law']))).toEqual([{ kind: 'settings' }]);
  });

  it('counts the old name of a capability as the new one, on both sides (T-71)', () => {
    expect(requires(['write_files', 'modify_files']).capabilities).toEqual(['modify_files']);
    expect(names(able({ write_files: false }), requires(['modify_files']))).toEqual(['modify_files']);
    const saved = checkManifest(pipeline([slot('a', { requirements: { capabilities: ['write_files'] } })]));
    expect(saved.manifest?.slots[0]?.requirements.capabilities).toEqual(['modify_files']);
  });

  it('is asked of known capabilities only: an unknown one is refused when the version is saved (T-70)', () => {
    const asking = (name: string) => pipeline([slot('a', { requirements: { capabilities: [name] } })]);
    expect(issuesOf(asking('telepathy'))).toEqual([
      'slots.0.requirements.capabilities.0: unknown_capability',
    ]);
    expect(issuesOf(asking('constructor'))).toEqual([
      'slots.0.requirements.capabilities.0: unknown_capability',
    ]);
  });
});
