import type { ModelPrice } from '@domain/money';
import { enginePool } from '../pools';
import { Recent } from './cache';
import { type RunRef, storableJson } from './payload';

/** What one model call needs to know of its agent, read at most `AGENT_FRESH_MS` ago. */
export type AgentRow = {
  id: string;
  name: string;
  role: string;
  character: string;
  expertise: string;
  model: string;
  maxOutputTokens: number;
  capabilities: Record<string, boolean> | null;
  toolConfig: { allow?: string[]; deny?: string[] };
  deleted: boolean;
  provider: {
    id: string;
    kind: 'demo' | 'openai' | 'anthropic' | 'openai_compatible';
    baseUrl: string | null;
    /** base64; opened only where the call is made. */
    keyCipher: string | null;
    keyId: string | null;
    deleted: boolean;
  };
  price: ModelPrice | null;
};

/** A change of an agent, its key or its price counts for calls that start later than this after it. */
const AGENT_FRESH_MS = 1_000;

const agents = new Recent<{ row: AgentRow | null; at: number }>(2_000);
/** Characters of artifacts' texts that are kept. */
const ARTIFACTS_MAX_CHARS = 16_000_000;
const artifacts = new Recent<string>(1_000, (text) => text.length, ARTIFACTS_MAX_CHARS);

async function one<T>(sql: string, values: unknown[]): Promise<T> {
  const { rows } = await enginePool().query({ name: sql.slice(7, 50), text: sql, values });
  return rows[0].answer as T;
}

export async function readAgent(orgId: string, agentId: string): Promise<AgentRow | null> {
  const key = `${orgId}/${agentId}`;
  const known = agents.get(key);
  if (known && Date.now() - known.at < AGENT_FRESH_MS) return known.row;
  const row = await one<AgentRow | null>('SELECT engine_agent($1::uuid, $2::uuid) AS answer', [
    orgId,
    agentId,
  ]);
  agents.set(key, { row, at: Date.now() });
  return row;
}

/** Artifacts never change, so a text read or written once by this process is not read again. */
export async function readArtifacts({ orgId, runId }: RunRef, ids: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const missing: string[] = [];
  for (const id of ids) {
    const text = artifacts.get(`${orgId}/${id}`);
    if (text === undefined) missing.push(id);
    else found.set(id, text);
  }
  if (missing.length === 0) return found;
  const read = await one<Record<string, string>>(
    'SELECT engine_artifacts($1::uuid, $2::uuid, $3::uuid[]) AS answer',
    [orgId, runId, missing],
  );
  for (const [id, text] of Object.entries(read)) {
    artifacts.set(`${orgId}/${id}`, text);
    found.set(id, text);
  }
  return found;
}

export const rememberArtifact = (orgId: string, id: string, text: string): void =>
  artifacts.set(`${orgId}/${id}`, text);

export type Checkpoint = {
  calls: { ordinal: number; output: unknown }[];
  tools: { ordinal: number; name: string; kind: string; status: string; result: unknown }[];
  /** Texts of artifacts that results which came later are made of, by id. */
  texts?: ReadonlyMap<string, string>;
};

export const readCheckpoint = (ref: RunRef, stepId: string, round: number): Promise<Checkpoint> =>
  one('SELECT engine_checkpoint($1::uuid, $2::uuid, $3::text, $4::int) AS answer', [
    ref.orgId,
    ref.runId,
    stepId,
    round,
  ]);

/** False: abort at once. */
export const renewLease = (ref: RunRef, stepId: string, epoch: number, leaseMs: number): Promise<boolean> =>
  one('SELECT engine_heartbeat($1::uuid, $2::uuid, $3::text, $4::int, $5::int) AS answer', [
    ref.orgId,
    ref.runId,
    stepId,
    epoch,
    leaseMs,
  ]);

export type Candidate = { orgId: string; runId: string; stepId: string };

const candidate = (row: Record<string, string>): Candidate => ({
  orgId: row.org_id!,
  runId: row.run_id!,
  stepId: row.step_id!,
});

/** Ready steps, unlocked: who claims must look again under the lock. */
export async function listReady(limit: number): Promise<Candidate[]> {
  const { rows } = await enginePool().query({
    name: 'ready',
    text: 'SELECT * FROM lister_ready_steps($1)',
    values: [limit],
  });
  return rows.map(candidate);
}

export type SweepItem = Candidate & {
  kind: 'lapsed' | 'unclosed' | 'overdue' | 'held' | 'abandoned' | 'gate' | 'silent' | 'ready';
};

/** What time alone has changed; empty as well while another worker sweeps. */
export async function listSweep(
  after: { graceMs: number; clockMs: number; adoptMs: number; pauseMs: number },
  limit: number,
): Promise<SweepItem[]> {
  const { rows } = await enginePool().query('SELECT * FROM lister_sweep($1, $2, $3, $4, $5)', [
    after.graceMs,
    after.clockMs,
    after.adoptMs,
    after.pauseMs,
    limit,
  ]);
  return rows.map((row) => ({ ...candidate(row), kind: row.kind }));
}

/** Has a step of another organization been ready for longer than `ms`? */
export async function othersStarve(orgId: string, ms: number): Promise<boolean> {
  const { rows } = await enginePool().query('SELECT lister_starving($1, $2) AS starving', [orgId, ms]);
  return rows[0].starving;
}

export async function storeSnapshot(ref: RunRef, seq: number, rules: number, state: object): Promise<void> {
  await enginePool().query('SELECT engine_snapshot($1, $2, $3, $4, $5::jsonb)', [
    ref.orgId,
    ref.runId,
    seq,
    rules,
    storableJson(state),
  ]);
}
