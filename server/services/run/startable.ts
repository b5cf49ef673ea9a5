import { DomainError, type Issue } from '@domain/errors';
import { startable, type TeamPeople } from '@domain/protocol/index';
import type { RunStart } from '@domain/run/form';
import { fixedBindings } from '@domain/team/bindings';
import { Manifest } from '@domain/team/manifest';
import { Recent } from '../../db/journal/cache';
import type { StartMaterial, StartTerms } from '../../db/journal/start';
import { peopleOf } from './team-people';
import { requireHandoffs } from './willing';

/** The applied version that a run is pinned to, with every slot bound, and those of the team whom its plan may name. */
export type Pinned = {
  version: number;
  manifest: Manifest;
  bindings: Record<string, string>;
  people: TeamPeople;
};

const state = (reason: string, message: string): DomainError =>
  new DomainError('conflict', message, { reason });
const impossible = (reason: string, message: string, issues: Issue[] = []): DomainError =>
  new DomainError('unprocessable', message, { reason, issues });

/** Checks all of a start before it; a refusal writes nothing. @throws conflict, unprocessable */
export function pin(orgId: string, material: StartMaterial, input: RunStart): Pinned {
  const { version } = material;
  const { team } = material.terms;
  if (input.version === undefined && team?.currentVersion === null) {
    throw state('no_applied_version', 'This team has no applied version yet');
  }
  if (!version) throw impossible('unknown_version', 'There is no such version');
  if (version.status !== 'applied') {
    throw state('version_not_applied', 'Only an applied version can be started');
  }
  if (input.bindings && Object.keys(input.bindings).length > 0) {
    throw impossible('bindings_not_available', 'Slots of this version cannot be bound at the start');
  }
  const manifest = parsed(`${orgId}/${team?.id}`, version);
  if (!startable(manifest.protocol.kind)) {
    throw impossible('protocol_not_available', 'This protocol cannot be started yet');
  }
  const { bindings, issues } = fixedBindings(manifest);
  if (!bindings) throw impossible('role_slot_not_available', 'A slot has no fixed agent', issues);
  checkAgents(material.terms, bindings);
  requireHandoffs(manifest, bindings, material.terms);
  return { version: version.version, manifest, bindings, people: peopleOf(material.terms, manifest) };
}

/** Versions never change: parsed once per process. */
const manifests = new Recent<Manifest>(200);

function parsed(team: string, { version, manifest }: NonNullable<StartMaterial['version']>): Manifest {
  const key = `${team}/${version}`;
  const known = manifests.get(key) ?? Manifest.parse(manifest);
  manifests.set(key, known);
  return known;
}

/** Each bound agent is there, visible to the starter, and its model has a price: a money cap is always in force. */
function checkAgents({ agents }: StartTerms, bindings: Record<string, string>): void {
  const missing: Issue[] = [];
  const unpriced: Issue[] = [];
  for (const [slotId, agentId] of Object.entries(bindings)) {
    const agent = agents[agentId];
    const path = ['slots', slotId, 'binding', 'agentId'];
    if (!agent?.available) {
      missing.push({ path, code: 'agent_unavailable', message: 'This agent is not available to you' });
    } else if (!agent.priced) {
      unpriced.push({ path, code: 'unpriced_model', message: 'This agent’s model has no price' });
    }
  }
  if (missing.length > 0) throw impossible('agent_unavailable', 'A slot’s agent is not available', missing);
  if (unpriced.length > 0) throw impossible('unpriced_model', 'A model has no price', unpriced);
}
