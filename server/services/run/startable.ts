import { DomainError, type Issue } from '@domain/errors';
import { startable, type TeamPeople } from '@domain/protocol/index';
import type { RunStart } from '@domain/run/form';
import { Manifest } from '@domain/team/manifest';
import type { BindingMode } from '@domain/team/resolve';
import { Recent } from '../../db/journal/cache';
import type { StartMaterial, StartTerms } from '../../db/journal/start';
import type { Again } from './again';
import { bindSlots, resolveSlots } from './bind';
import { peopleOf } from './team-people';
import { requireHandoffs } from './willing';

/** The applied version that a run is pinned to, with every slot bound, and those of the team whom its plan may name. */
export type Pinned = {
  version: number;
  manifest: Manifest;
  bindings: Record<string, string>;
  modes: Record<string, BindingMode>;
  people: TeamPeople;
};

const state = (reason: string, message: string): DomainError =>
  new DomainError('conflict', message, { reason });
const impossible = (reason: string, message: string, issues: Issue[] = []): DomainError =>
  new DomainError('unprocessable', message, { reason, issues });

/** Checks all of a start before it; a refusal writes nothing. @throws conflict, unprocessable */
export function pin(orgId: string, material: StartMaterial, input: RunStart, again?: Again): Pinned {
  const { version } = material;
  const { team } = material.terms;
  if (input.version === undefined && team?.currentVersion === null) {
    throw state('no_applied_version', 'This team has no applied version yet');
  }
  if (!version) throw impossible('unknown_version', 'There is no such version');
  if (again?.kind === 'trial') {
    if (version.status !== 'draft') throw state('not_a_draft', 'This version is decided: start it instead');
  } else if (version.status !== 'applied') {
    throw state('version_not_applied', 'Only an applied version can be started');
  }
  const manifest = parsed(`${orgId}/${team?.id}`, version);
  if (!startable(manifest.protocol.kind)) {
    throw impossible('protocol_not_available', 'This protocol cannot be started yet');
  }
  const chosen = again ? asBefore(manifest, input, material.terms, again) : input.bindings;
  const resolution = resolveSlots(manifest, input.projectId, material.terms, chosen);
  const { bindings, modes } = bindSlots(manifest, resolution);
  checkPrices(manifest, material.terms, bindings);
  requireHandoffs(manifest, bindings, material.terms);
  return {
    version: version.version,
    manifest,
    bindings,
    modes,
    people: peopleOf(material.terms, manifest, input.projectId),
  };
}

/** Slots by role go to whom the repeated run had, as far as they still fit, unless the starter chooses otherwise. */
function asBefore(manifest: Manifest, { projectId, bindings }: RunStart, terms: StartTerms, again: Again) {
  const byRole = manifest.slots.filter(({ binding }) => binding.mode === 'role');
  const before = Object.fromEntries(
    byRole.flatMap(({ id }) => {
      const agentId = Object.hasOwn(again.bindings, id) ? again.bindings[id] : undefined;
      return agentId === undefined ? [] : [[id, agentId]];
    }),
  );
  const { slots } = resolveSlots(manifest, projectId, terms, before);
  const fit = new Set(slots.flatMap((one) => ('mode' in one ? [one.slot.id] : [])));
  return { ...Object.fromEntries(Object.entries(before).filter(([id]) => fit.has(id))), ...bindings };
}

/** Versions never change: parsed once per process. */
const manifests = new Recent<Manifest>(200);

function parsed(team: string, { version, manifest }: NonNullable<StartMaterial['version']>): Manifest {
  const key = `${team}/${version}`;
  const known = manifests.get(key) ?? Manifest.parse(manifest);
  manifests.set(key, known);
  return known;
}

/** Each bound agent's model has a price: a money cap is always in force. */
function checkPrices({ slots }: Manifest, terms: StartTerms, bindings: Record<string, string>): void {
  const unpriced = slots.flatMap(({ id }, at): Issue[] => {
    const agentId = bindings[id] ?? '';
    const { priced } = terms.roster?.[agentId] ?? terms.agents[agentId] ?? { priced: false };
    const path = ['slots', at, 'binding', 'agentId'];
    return priced ? [] : [{ path, code: 'unpriced_model', message: 'This agent’s model has no price' }];
  });
  if (unpriced.length > 0) throw impossible('unpriced_model', 'A model has no price', unpriced);
}
