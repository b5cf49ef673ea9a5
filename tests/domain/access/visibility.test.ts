import { ROLES, type Role, rankOf } from '@domain/access/actor';
import { type Grant, ranksAt, visible } from '@domain/access/visibility';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const grant = (role: Role, ...unitPath: string[]): Grant => ({ role, unitPath });

it('sees what is bound at and below a membership, changes it by the inherited role', () => {
  const ranks = ranksAt([grant('builder', 'root', 'a')], ['root', 'a', 'a1'], 'root');
  expect(ranks).toEqual({ atRank: rankOf('builder'), useRank: rankOf('builder') });
});

it('sees what is shared from above, to use and not to change', () => {
  for (const path of [null, ['root'], ['root', 'a']]) {
    const ranks = ranksAt([grant('admin', 'root', 'a', 'a1')], path, 'root');
    expect(ranks).toEqual({ atRank: 0, useRank: rankOf('admin') });
  }
});

it('never sees sideways', () => {
  const ranks = ranksAt([grant('owner', 'root', 'a')], ['root', 'b'], 'root');
  expect(visible(ranks)).toBe(false);
});

it('agrees with a walk over the tree, for random trees and memberships', () => {
  const tree = fc
    .array(fc.nat(), { minLength: 0, maxLength: 20 })
    .map((parents) => parents.map((parent, at) => parent % (at + 1)));
  const held = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...ROLES)), { maxLength: 4 });
  fc.assert(
    fc.property(tree, held, fc.option(fc.nat()), (parents, memberships, target) => {
      const size = parents.length + 1;
      const parentOf = (unit: number): number | null => (unit === 0 ? null : parents[unit - 1]!);
      const walk = (unit: number): number[] => {
        const parent = parentOf(unit);
        return parent === null ? [unit] : [...walk(parent), unit];
      };
      const path = (unit: number) => walk(unit).map(String);
      const grants = memberships.map(([unit, role]) => ({ unit: unit % size, role }));
      const at = target === null ? 0 : target % size;
      const atRank = Math.max(
        0,
        ...grants.filter((g) => walk(at).includes(g.unit)).map((g) => rankOf(g.role)),
      );
      const useRank = Math.max(
        0,
        ...grants
          .filter((g) => walk(at).includes(g.unit) || walk(g.unit).includes(at))
          .map((g) => rankOf(g.role)),
      );
      const asked = ranksAt(
        grants.map((g) => grant(g.role, ...path(g.unit))),
        target === null ? null : path(at),
        '0',
      );
      expect(asked).toEqual({ atRank, useRank });
    }),
    { numRuns: 2_000 },
  );
});
