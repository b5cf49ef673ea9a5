import type { Fact, FactBody } from '@domain/run/fact';
import { RULES_VERSION, type RunState } from '@domain/run/state';
import { inTenant } from './in-tenant';
import type { RunRef } from './signals';

/** How far a run's journal has grown, and whether its last fact, `run.closed`, is written. */
export type Head = { seq: number; closed: boolean };

/** What a tail reads. Replaced only by tests of the hand-over. */
export type Journal = {
  /** Facts after `seq`, in order, at most `limit`. */
  read(ref: RunRef, after: number, limit: number): Promise<Fact[]>;
  /** Null: no such run in this organization. */
  head(ref: RunRef): Promise<Head | null>;
  /** Heads of several runs of one organization in one query. */
  heads(orgId: string, runIds: string[]): Promise<Map<string, Head>>;
  /** The newest stored fold of the run, or null. */
  snapshot(ref: RunRef): Promise<RunState | null>;
};

type HeadRow = { id: string; seq: number; closed: boolean };
const HEADS = `SELECT id, seq, closed_at IS NOT NULL AS closed FROM run WHERE org_id = $1 AND id = ANY ($2::uuid[])`;

/** The journal in the database, read inside the tenant's wall. Types of facts unknown to this code pass through. */
export const storedJournal: Journal = {
  read: (ref, after, limit) =>
    inTenant(ref.orgId, async (client) => {
      const { rows } = await client.query<{ seq: number; at: Date; body: FactBody }>({
        name: 'live-read',
        text: 'SELECT seq, at, body FROM fact WHERE org_id = $1 AND run_id = $2 AND seq > $3 ORDER BY seq LIMIT $4',
        values: [ref.orgId, ref.runId, after, limit],
      });
      return rows.map(({ seq, at, body }) => ({ ...body, seq, at: at.toISOString() }));
    }),
  head: async (ref) => (await storedJournal.heads(ref.orgId, [ref.runId])).get(ref.runId) ?? null,
  heads: (orgId, runIds) =>
    inTenant(orgId, async (client) => {
      const { rows } = await client.query<HeadRow>({
        name: 'live-heads',
        text: HEADS,
        values: [orgId, runIds],
      });
      return new Map(rows.map(({ id, seq, closed }) => [id, { seq, closed }]));
    }),
  snapshot: (ref) =>
    inTenant(ref.orgId, async (client) => {
      const { rows } = await client.query<{ state: RunState }>(
        `SELECT state FROM run_snapshot WHERE org_id = $1 AND run_id = $2 AND rules_version = $3
         ORDER BY seq DESC LIMIT 1`,
        [ref.orgId, ref.runId, RULES_VERSION],
      );
      return rows[0]?.state ?? null;
    }),
};
