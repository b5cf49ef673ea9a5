import { DomainError, type Issue } from '@domain/errors';
import { startable } from '@domain/protocol/index';
import type { RunStart } from '@domain/run/form';
import { fixedBindings } from '@domain/team/bindings';
import { Manifest } from '@domain/team/manifest';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import type { Ctx } from '../context';
import type { TeamRow } from '../team/open';

export type Pinned = { version: number; manifest: Manifest; bindings: Record<string, string> };

const state = (reason: string, message: string): DomainError =>
  new DomainError('conflict', message, { reason });
const impossible = (reason: string, message: string, issues: Issue[] = []): DomainError =>
  new DomainError('unprocessable', message, { reason, issues });

/**
 * The applied version that a run is pinned to, with every slot bound. All of it is checked before the start; a
 * refusal writes nothing. @throws conflict, unprocessable
 */
export async function pin(tx: Tx, ctx: Ctx, team: TeamRow, input: RunStart): Promise<Pinned> {
  const version = input.version ?? team.currentVersion;
  if (version === null) throw state('no_applied_version', 'This team has no applied version yet');
  const row = await tx.teamVersion.findFirst({ where: { teamId: team.id, version } });
  if (!row) throw impossible('unknown_version', 'There is no such version');
  if (row.status !== 'applied') throw state('version_not_applied', 'Only an applied version can be started');
  if (input.bindings && Object.keys(input.bindings).length > 0) {
    throw impossible('bindings_not_available', 'Slots of this version cannot be bound at the start');
  }
  const manifest = Manifest.parse(row.manifest);
  if (!startable(manifest.protocol.kind)) {
    throw impossible('protocol_not_available', 'This protocol cannot be started yet');
  }
  const bound = fixedBindings(manifest);
  if ('issues' in bound)
    throw impossible('role_slot_not_available', 'A slot has no fixed agent', bound.issues);
  await checkAgents(tx, ctx, bound.bindings);
  return { version, manifest, bindings: bound.bindings };
}

/** Each bound agent is there, visible to the starter, and its model has a price: a money cap is always in force. */
async function checkAgents(tx: Tx, ctx: Ctx, bindings: Record<string, string>): Promise<void> {
  const agents = await tx.agent.findMany({
    where: {
      AND: [await visibleTo(tx, ctx.userId), { id: { in: Object.values(bindings) }, deletedAt: null }],
    },
    select: { id: true, model: true, providerId: true, provider: { select: { deletedAt: true } } },
  });
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  const prices = await tx.price.findMany({
    where: {
      providerId: { in: agents.map((agent) => agent.providerId) },
      effectiveFrom: { lte: new Date() },
    },
    select: { providerId: true, model: true },
    distinct: ['providerId', 'model'],
  });
  const priced = new Set(prices.map((price) => `${price.providerId}/${price.model}`));
  const missing: Issue[] = [];
  const unpriced: Issue[] = [];
  for (const [slotId, agentId] of Object.entries(bindings)) {
    const agent = byId.get(agentId);
    const path = ['slots', slotId, 'binding', 'agentId'];
    if (!agent || agent.provider.deletedAt) {
      missing.push({ path, code: 'agent_unavailable', message: 'This agent is not available to you' });
    } else if (!priced.has(`${agent.providerId}/${agent.model}`)) {
      unpriced.push({ path, code: 'unpriced_model', message: 'This agent’s model has no price' });
    }
  }
  if (missing.length > 0) throw impossible('agent_unavailable', 'A slot’s agent is not available', missing);
  if (unpriced.length > 0) throw impossible('unpriced_model', 'A model has no price', unpriced);
}
