import type { Plan } from '../run/plan';
import type { Manifest } from '../team/manifest';
import { compileDag } from './dag';
import { compileFanOut } from './fan-out';
import { compileHandoff } from './handoff';
import { type ProtocolKind, type ProtocolTraits, TRAITS } from './kinds';
import { compileLeadWorkers, type TeamPeople } from './lead-workers';
import { compilePipeline } from './pipeline';
import { compileReviewGate } from './review-gate';
import type { Bindings } from './step';

export { type ProtocolKind, startable } from './kinds';
export { NOBODY, type TeamPeople } from './lead-workers';
export type { Bindings } from './step';

export type ProtocolEntry = ProtocolTraits & {
  kind: ProtocolKind;
  compile: (manifest: Manifest, bindings: Bindings, people?: TeamPeople) => Plan;
};

const entry = (kind: ProtocolKind, compile: ProtocolEntry['compile']): ProtocolEntry => ({
  kind,
  compile,
  ...TRAITS[kind],
});

/** Every protocol, in the order in which a picker shows them. */
export const PROTOCOLS: Readonly<Record<ProtocolKind, ProtocolEntry>> = {
  pipeline: entry('pipeline', compilePipeline),
  review_gate: entry('review_gate', compileReviewGate),
  dag: entry('dag', compileDag),
  fan_out: entry('fan_out', compileFanOut),
  lead_workers: entry('lead_workers', compileLeadWorkers),
  handoff: entry('handoff', compileHandoff),
};

/**
 * The plan of a checked manifest. The same input gives the same plan. `people`: the team's, for a protocol whose slots
 * do not name everybody.
 * @throws unprocessable `unbound_slot` · `no_lead` · `protocol_not_available`
 */
export const compile = (manifest: Manifest, bindings: Bindings, people?: TeamPeople): Plan =>
  PROTOCOLS[manifest.protocol.kind].compile(manifest, bindings, people);
