import { ROLES, type Role, rankOf } from '@domain/access/actor';
import { allows, type Permission, POLICY } from '@domain/access/policy';
import { expect, it } from 'vitest';

/** The table once more, written by hand from the rules: who may, at the resource's own unit or by use. */
const TABLE: Record<Permission, [least: Role, scope: 'at' | 'use']> = {
  'organization.read': ['viewer', 'use'],
  'organization.update': ['admin', 'at'],
  'unit.read': ['viewer', 'use'],
  'member.read': ['viewer', 'use'],
  'project.read': ['viewer', 'use'],
  'project.create': ['admin', 'at'],
  'project.update': ['admin', 'at'],
  'agent.read': ['viewer', 'use'],
  'agent.create': ['builder', 'at'],
  'agent.update': ['builder', 'at'],
  'agent.delete': ['admin', 'at'],
  'provider.read': ['viewer', 'use'],
  'provider.create': ['admin', 'at'],
  'provider.update': ['admin', 'at'],
  'provider.delete': ['admin', 'at'],
  'provider.test': ['admin', 'at'],
  'team.read': ['viewer', 'use'],
  'team.create': ['admin', 'at'],
  'team.update': ['builder', 'at'],
  'team.hub': ['admin', 'at'],
  'team.members': ['admin', 'at'],
  'team.delete': ['admin', 'at'],
  'version.read': ['viewer', 'use'],
  'version.draft': ['builder', 'use'],
  'version.propose': ['builder', 'at'],
  'version.apply': ['admin', 'at'],
  'version.reject': ['admin', 'at'],
  'run.read': ['viewer', 'use'],
  'run.start': ['operator', 'use'],
  'run.cancel': ['operator', 'use'],
  'run.pause': ['operator', 'use'],
  'run.resume': ['operator', 'use'],
  'run.adopt': ['operator', 'use'],
  'run.handOver': ['operator', 'use'],
  'approval.read': ['viewer', 'use'],
  'approval.resolve': ['operator', 'use'],
  'run.attach': ['operator', 'use'],
  'memory.read': ['viewer', 'use'],
  'memory.propose': ['operator', 'use'],
  'memory.decide': ['operator', 'use'],
  'budget.read': ['viewer', 'use'],
  'budget.set': ['admin', 'at'],
  'run.raise': ['operator', 'use'],
  'cost.read': ['viewer', 'use'],
  'audit.read': ['admin', 'at'],
};

const permissions = Object.keys(POLICY) as Permission[];

it('says of every permission who has it, and of no other', () => {
  expect(permissions.sort()).toEqual(Object.keys(TABLE).sort());
});

const cells = permissions.flatMap((permission) =>
  [...ROLES, null].flatMap((role) =>
    (['at', 'below'] as const).map((place) => ({ permission, role, place })),
  ),
);

it.each(cells)('$permission for $role held $place the unit', ({ permission, role, place }) => {
  const rank = rankOf(role);
  const ranks = place === 'at' ? { atRank: rank, useRank: rank } : { atRank: 0, useRank: rank };
  const [least, scope] = TABLE[permission];
  const enough = role !== null && ROLES.indexOf(role) <= ROLES.indexOf(least);
  expect(allows(permission, ranks)).toBe(enough && (place === 'at' || scope === 'use'));
});

it('gives each role everything that the next one has', () => {
  for (const permission of permissions) {
    const may = ROLES.map((role) => allows(permission, { atRank: rankOf(role), useRank: rankOf(role) }));
    expect(may).toEqual([...may].sort((a, b) => Number(b) - Number(a)));
  }
});

it('never needs more than to be an owner, and never less than to see', () => {
  for (const permission of permissions) {
    expect(allows(permission, { atRank: 5, useRank: 5 })).toBe(true);
    expect(allows(permission, { atRank: 0, useRank: 0 })).toBe(false);
  }
});
