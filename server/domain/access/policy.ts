import { type Role, rankOf } from './actor';

/**
 * Permission × the least role that has it. `at`: the role is needed at the resource's own unit, inherited from
 * above. `use`: any role on the resource's line (above, at or below its unit) counts.
 */
const at = (role: Role) => ({ role, scope: 'at' as const });
const use = (role: Role) => ({ role, scope: 'use' as const });

export const POLICY = {
  'organization.read': use('viewer'),
  'organization.update': at('admin'),
  'unit.read': use('viewer'),
  'member.read': use('viewer'),
  'project.read': use('viewer'),
  'project.create': at('admin'),
  'project.update': at('admin'),
  'agent.read': use('viewer'),
  'agent.create': at('builder'),
  'agent.update': at('builder'),
  'agent.delete': at('admin'),
  'provider.read': use('viewer'),
  'provider.create': at('admin'),
  'provider.update': at('admin'),
  'provider.delete': at('admin'),
  'provider.test': at('admin'),
  'team.read': use('viewer'),
  'team.create': at('admin'),
  'team.update': at('builder'),
  'team.hub': at('admin'),
  'team.members': at('admin'),
  'team.delete': at('admin'),
  'version.read': use('viewer'),
  'version.draft': use('builder'),
  'version.propose': at('builder'),
  'version.apply': at('admin'),
  'version.reject': at('admin'),
  'run.read': use('viewer'),
  'run.start': use('operator'),
  'run.cancel': use('operator'),
  'run.pause': use('operator'),
  'run.resume': use('operator'),
  'run.adopt': use('operator'),
  'run.handOver': use('operator'),
  'approval.read': use('viewer'),
  'approval.resolve': use('operator'),
  'run.attach': use('operator'),
  'memory.read': use('viewer'),
  'memory.propose': use('operator'),
  'memory.decide': use('operator'),
  'budget.read': use('viewer'),
  'budget.set': at('admin'),
  'run.raise': use('operator'),
  'cost.read': use('viewer'),
  'audit.read': at('admin'),
} as const;

export type Permission = keyof typeof POLICY;

/** `atRank`: the actor's role at the unit itself, from above. `useRank`: the highest on its line. */
export function allows(permission: Permission, ranks: { atRank: number; useRank: number }): boolean {
  const rule = POLICY[permission];
  return (rule.scope === 'at' ? ranks.atRank : ranks.useRank) >= rankOf(rule.role);
}
