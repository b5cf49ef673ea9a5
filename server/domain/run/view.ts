import { z } from 'zod';
import { Id } from '../ids';
import { PageInput } from '../page';
import { RunStatus } from './fact';

/** Which runs a list shows; without a filter every run whose project the viewer sees, newest first. */
export const RunList = z.strictObject({
  ...PageInput,
  projectId: Id.optional(),
  teamId: Id.optional(),
  /** One status or several. */
  status: z.union([RunStatus.transform((one) => [one]), z.array(RunStatus).min(1).max(20)]).optional(),
});
export type RunList = z.infer<typeof RunList>;

/** The last event that a client has: a whole number as text, as the stream gave it. */
const LastEventId = z.string().regex(/^(0|[1-9][0-9]{0,9})$/, 'Not an event of this stream');
export const RunWatch = z.strictObject({ runId: Id, lastEventId: LastEventId.optional() });
export type RunWatch = z.infer<typeof RunWatch>;

const at = z.iso.datetime();

/** `partial`: some of its steps were done from the start; `trial`: a rehearsal. Figures are of normal runs. */
export const RunKind = z.enum(['normal', 'partial', 'trial']);
export type RunKind = z.infer<typeof RunKind>;

/** A run in a list. What its viewer may not see of it (a team beside their line) is null. */
export const RunSummary = z.strictObject({
  id: Id,
  goal: z.string(),
  status: RunStatus,
  /** Why it ended so, or is paused. */
  reason: z.string().nullable(),
  project: z.strictObject({ id: Id, slug: z.string(), name: z.string() }),
  team: z
    .strictObject({ id: Id, slug: z.string(), name: z.string(), icon: z.string(), color: z.string() })
    .nullable(),
  teamVersion: z.int().nullable(),
  kind: RunKind,
  /** The ended run that it repeats. */
  rerunOf: Id.nullable(),
  /** `name` null: no longer in the organization. */
  startedBy: z.strictObject({ id: Id, name: z.string().nullable() }),
  /** Settled spend of the whole run, micro-dollars. */
  costMicros: z.int(),
  /** Ceilings of calls whose outcome is unknown: counted against the cap, not in the cost. */
  unknownMicros: z.int(),
  capMicros: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  reworkRounds: z.int(),
  createdAt: at,
  startedAt: at.nullable(),
  endedAt: at.nullable(),
  closedAt: at.nullable(),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** A run's page before its facts: the summary, the pinned document, and names for the ids in its facts. */
export const RunView = RunSummary.extend({
  /** Facts written when this was read. */
  seq: z.int(),
  reservedMicros: z.int(),
  /** Runs that repeat this one, newest first; at most 20. */
  reruns: z.array(
    z.strictObject({
      ...{ id: Id, kind: RunKind, status: RunStatus },
      ...{ teamVersion: z.int().nullable(), createdAt: at },
    }),
  ),
  /** As it was at the start; the run never looks at the team again. */
  manifest: z.unknown(),
  names: z.strictObject({
    agents: z.record(z.string(), z.string()),
    people: z.record(z.string(), z.string()),
  }),
});
export type RunView = z.infer<typeof RunView>;

/** A delivered text. */
export const ArtifactView = z.strictObject({
  id: Id,
  runId: Id,
  stepId: z.string(),
  slotId: z.string(),
  round: z.int(),
  /** `contract` or `verdict`. */
  kind: z.string(),
  text: z.string(),
  /** Of a contract with fields: what the text says. */
  value: z.unknown().optional(),
  createdAt: at,
});
export type ArtifactView = z.infer<typeof ArtifactView>;
