import type { Fact } from '@domain/run/fact';
import { newId } from '../../server/db/ids';
import type { RunRef } from '../../server/live/signals';
import type { TestDatabase } from '../support/database';
import { makeOrg, type TestOrg } from '../support/tenants';

/** A run without a team, as the superuser writes it; the engine never sees it. */
export async function addBareRun(db: TestDatabase, org: TestOrg, projectId = org.projectId): Promise<RunRef> {
  const runId = newId();
  await db.admin.query(
    `INSERT INTO run (org_id, id, project_id, goal, manifest, status, root_run_id, started_by, idempotency_key, input_hash, cap_micros)
     VALUES ($1, $2::uuid, $3, 'goal', '{}', 'running', $2::uuid, $4, $2::text, '', 0)`,
    [org.orgId, runId, projectId, org.owner.userId],
  );
  return { orgId: org.orgId, runId };
}

export async function newRun(db: TestDatabase): Promise<RunRef> {
  return addBareRun(db, await makeOrg(db));
}

/** Appends `count` facts in one commit, the last one `run.closed` if asked for; gives the new seq. */
export async function appendFacts(
  db: TestDatabase,
  { orgId, runId }: RunRef,
  count: number,
  { closing = false, text = 'x' } = {},
): Promise<number> {
  const { rows } = await db.admin.query(
    `WITH r AS (
       UPDATE run SET seq = seq + $3, closed_at = CASE WHEN $4 THEN now() ELSE closed_at END
       WHERE org_id = $1 AND id = $2 RETURNING seq)
     INSERT INTO fact (org_id, run_id, seq, type, at, body)
     SELECT $1, $2, r.seq - $3 + n, t.type, clock_timestamp(),
       jsonb_build_object('type', t.type, 'by', $5::text, 'receipt', '[]'::jsonb)
     FROM r, generate_series(1, $3::int) AS n,
       LATERAL (SELECT CASE WHEN $4 AND n = $3 THEN 'run.closed' ELSE 'run.resumed' END AS type) AS t
     RETURNING (SELECT seq FROM r) AS seq`,
    [orgId, runId, count, closing, text],
  );
  return rows[0].seq;
}

/** 1..n, each once and in order: what every client must have. */
export const contiguous = (facts: Pick<Fact, 'seq'>[], from = 1): boolean =>
  facts.every((fact, index) => fact.seq === from + index);
