import { manifestOf } from '../support/teams';
import type { World } from './world';

/**
 * An input of each procedure that its caller may send when they may call it. A procedure of the router that is
 * missing here fails the matrix; `org` is added by the matrix.
 */
export const INPUTS: Record<string, (w: World) => Record<string, unknown>> = {
  'account.me': () => ({}),
  'account.update': () => ({ name: 'Ada' }),
  'account.changePassword': () => ({ current: 'not the password', password: 'a password to be' }),

  'agent.list': () => ({}),
  'agent.get': (w) => ({ id: w.agentId }),
  'agent.create': (w) => ({ name: 'New', role: 'Writes', providerId: w.providerId, model: 'demo' }),
  'agent.update': (w) => ({ id: w.agentId, name: 'Renamed' }),
  'agent.delete': (w) => ({ id: w.spareAgentId }),

  'approval.list': () => ({}),
  'approval.count': () => ({}),
  'approval.resolve': (w) => ({ runId: w.runId, gateId: 'g1', decision: 'approved' }),
  'approval.answer': (w) => ({ runId: w.runId, gateId: 'g2', text: 'Blue' }),

  'budget.list': () => ({}),
  'budget.set': (w) => ({ level: 'team', subjectId: w.teamId, limitMicros: 1_000_000 }),
  'budget.remove': (w) => ({ id: w.capId }),

  'cost.list': (w) => ({ by: 'agent', teamId: w.teamId }),
  'cost.run': (w) => ({ runId: w.runId }),
  'cost.forecast': (w) => ({ teamId: w.teamId }),

  'file.list': (w) => ({ runId: w.runId }),
  'file.read': (w) => ({ runId: w.runId, path: 'contracts/s1.md' }),

  'memory.list': (w) => ({ scope: 'team', holderId: w.teamId }),
  'memory.propose': (w) => ({ scope: 'team', holderId: w.teamId, category: 'fact', content: 'It grows' }),
  'memory.confirm': (w) => ({ id: w.memoryId }),
  'memory.supersede': (w) => ({ id: w.memoryId }),

  'organization.list': () => ({}),
  'organization.get': () => ({}),
  'organization.create': () => ({ name: 'Another' }),
  'organization.update': () => ({ name: 'Renamed' }),

  'project.list': () => ({}),
  'project.get': (w) => ({ id: w.projectId }),
  'project.create': () => ({ name: 'New' }),
  'project.update': (w) => ({ id: w.projectId, name: 'Renamed' }),
  'project.archive': (w) => ({ id: w.projectId }),

  'provider.list': () => ({}),
  'provider.get': (w) => ({ id: w.providerId }),
  'provider.create': () => ({ kind: 'demo', name: 'New', models: [{ name: 'demo', price: FREE }] }),
  'provider.update': (w) => ({ id: w.providerId, name: 'Renamed' }),
  'provider.delete': (w) => ({ id: w.spareProviderId }),
  'provider.test': (w) => ({ id: w.providerId }),

  'run.list': () => ({}),
  'run.get': (w) => ({ id: w.runId }),
  'run.artifact': (w) => ({ id: w.artifactId }),
  'run.start': (w) => ({ projectId: w.projectId, teamId: w.teamId, goal: 'Grow', idempotencyKey: 'key' }),
  'run.rerun': (w) => ({ runId: w.endedRunId, idempotencyKey: 'again' }),
  'run.compare': (w) => ({ a: w.runId, b: w.runId }),
  'run.cancel': (w) => ({ runId: w.runId }),
  'run.pause': (w) => ({ runId: w.runId }),
  'run.resume': (w) => ({ runId: w.runId }),
  'run.raise': (w) => ({ runId: w.runId, capMicros: 9_000_000 }),
  'run.adopt': (w) => ({ runId: w.runId }),
  'run.handOver': (w) => ({ runId: w.runId, to: 'other' }),
  'run.watch': (w) => ({ runId: w.runId }),

  'team.list': () => ({}),
  'team.get': (w) => ({ slug: w.teamSlug }),
  'team.getById': (w) => ({ id: w.teamId }),
  'team.metrics': (w) => ({ id: w.teamId }),
  'team.detect': (w) => ({ id: w.teamId }),
  'team.resolve': (w) => ({ id: w.teamId, projectId: w.projectId }),
  'team.roster': (w) => ({ id: w.teamId }),
  'team.create': (w) => ({ name: 'New', hubAgentId: w.agentId }),
  'team.update': (w) => ({ id: w.teamId, name: 'Renamed' }),
  'team.delete': (w) => ({ id: w.teamId }),
  'team.addMember': (w) => ({ id: w.teamId, agentId: w.spareAgentId }),
  'team.removeMember': (w) => ({ id: w.teamId, agentId: w.spareAgentId }),

  'unit.list': () => ({}),

  'version.list': (w) => ({ teamId: w.teamId }),
  'version.get': (w) => ({ teamId: w.teamId, version: 1 }),
  'version.draft': (w) => ({ teamId: w.teamId }),
  'version.saveDraft': (w) => ({ teamId: w.teamId, baseVersion: 2, manifest: { slots: [] } }),
  'version.discardDraft': (w) => ({ teamId: w.teamId }),
  'version.propose': (w) => ({
    teamId: w.teamId,
    manifest: manifestOf('pipeline', [{ id: 's1', agentId: w.agentId }]),
  }),
  'version.applyDraft': (w) => ({ teamId: w.teamId, version: 3 }),
  'version.reject': (w) => ({ teamId: w.teamId, version: 3, reason: 'Not yet' }),
  'version.rehearse': (w) => ({ teamId: w.teamId, version: 3, idempotencyKey: 'try' }),
  'version.rehearsal': (w) => ({ teamId: w.teamId, version: 3 }),
  'version.rollBack': (w) => ({ teamId: w.teamId, version: 1 }),
};

const FREE = { inputPerMillion: 0, outputPerMillion: 0 };
