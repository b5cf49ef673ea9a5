import type { CapLevel } from '@domain/budget/cap';
import type { RunKind } from '@domain/run/view';
import { enginePool } from '../pools';
import type { Standing } from '../standing';
import { Lane, placed } from './lane';
import { type Payload, storableJson } from './payload';

/** Of an agent as a start looks at it; a copy of what the domain calls a roster's agent, beside money and handoffs. */
type Rostered = {
  name: string;
  role: string;
  capabilities: Record<string, boolean> | null;
  skills: string[];
  projectIds: string[];
  member: boolean;
  priced: boolean;
  handoff: boolean;
};
type Known = Pick<Rostered, 'name' | 'role' | 'projectIds' | 'priced' | 'handoff'> & { available: boolean };
type Person = { agentId: string; slug: string; name: string; role: string };

/** What a start decides by and that may change: `sendStart` can be told to write only while these hold. */
export type StartTerms = {
  standing: Standing | null;
  project: { unitPath: string[] | null; archived: boolean } | null;
  team: { id: string; unitPath: string[] | null; currentVersion: number | null } | null;
  queueFull: boolean;
  /** The level of a shared cap of which nothing is left. */
  capReached: CapLevel | null;
  /** Handoffs between agents are allowed here. */
  handoff: boolean;
  /** The team's agents, where the version's slots do not name everybody. */
  people?: { hub: Person | null; members: Person[] };
  /** Of the version's fixed slots and of `people`, by id. */
  agents: Record<string, Known>;
  /** Everybody whom the starter may use, where a slot is bound by role or the version keeps to the team's people. */
  roster?: Record<string, Rostered>;
};

/** All that a start decides by, read at once and without locks. */
export type StartMaterial = {
  terms: StartTerms;
  version: { version: number; status: string; manifest: unknown } | null;
  replay: { id: string; status: string; inputHash: string } | null;
};

export type StartKey = {
  orgId: string;
  userId: string;
  projectId: string;
  teamId: string;
  version?: number;
  procedure: string;
  idempotencyKey: string;
};

export async function readStartMaterial(key: StartKey): Promise<StartMaterial> {
  const { rows } = await enginePool().query({
    name: 'start-material',
    text: 'SELECT run_start_material($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::int, $6::text, $7::text) AS material',
    values: [
      key.orgId,
      key.userId,
      key.projectId,
      key.teamId,
      key.version ?? null,
      key.procedure,
      key.idempotencyKey,
    ],
  });
  return rows[0].material;
}

/** The parts of a start beside its facts. */
export type StartRows = {
  run: {
    projectId: string;
    teamId: string;
    teamVersion: number;
    goal: string;
    manifest: object;
    startedBy: string;
    procedure: string;
    idempotencyKey: string;
    inputHash: string;
    capMicros: number;
    rerunOf?: string;
    kind?: RunKind;
  };
  /** Artifacts of the run that is repeated, and the ids of their copies. */
  copies?: { from: string; to: string }[];
  /** Directories of its files that are copied, unless it was closed more than these hours ago. */
  carry?: { dirs: string[]; hours: number };
  audit: { id: string; actorKind: string; actorId: string | null; requestId: string; after: object };
};

export type Started = { seq: number; at: string } & Partial<
  Record<'ok' | 'taken' | 'gone' | 'denied' | 'changed', true>
>;

type Start = { rows: StartRows; append: Payload; terms: StartTerms | undefined };

const lane = new Lane<Start, Started>({
  alone: (_, start) => startAlone(start),
  together: async (org, starts) => {
    const payload = storableJson(together(org, starts));
    const answer = await enginePool().query({
      name: 'engine-start-all',
      text: 'SELECT engine_start_all($1::jsonb) AS answers',
      values: [payload],
    });
    return answer.rows[0].answers;
  },
  apart: (start) => startAlone(start),
});

/**
 * The whole start is one statement and one commit, which it may share with others that come at the same time. With
 * `terms` nothing is written unless they still hold. Sending a start twice is harmless: its key is `taken` then, and
 * by the same run.
 */
export function sendStart(rows: StartRows, append: Payload, terms?: StartTerms): Promise<Started> {
  const start = { rows, append, terms };
  return isPlain(start) ? lane.send(append.org, start) : startAlone(start);
}

async function startAlone({ rows, append, terms }: Start): Promise<Started> {
  const payload = storableJson({ ...(terms && { terms }), ...rows, append });
  const answer = await enginePool().query({
    name: 'engine-start',
    text: 'SELECT engine_start($1::jsonb) AS answer',
    values: [payload],
  });
  return answer.rows[0].answer;
}

/** Queued, repeating nothing, and with nothing beside facts and steps. */
const isPlain = ({ rows, append }: Start): boolean =>
  append.state.status === 'queued' &&
  rows.run.rerunOf === undefined &&
  !('gates' in append || 'audits' in append || 'context' in append || 'artifacts' in append);

function together(org: string, starts: readonly Start[]): object {
  const rows = placed(starts);
  const manifests = [...new Set(starts.map((start) => start.rows.run.manifest))];
  return {
    org,
    manifests,
    starts: rows(({ rows: { run }, append, terms }) => {
      const { manifest, ...columns } = run;
      const m = manifests.indexOf(manifest);
      return [{ run: append.run, terms, ...columns, m, facts: append.facts.length }];
    }),
    audits: rows((start) => [start.rows.audit]),
    facts: rows(({ append }) => append.facts.map((body, n) => ({ n: n + 1, body }))),
    steps: rows(({ append }) => append.steps),
  };
}
