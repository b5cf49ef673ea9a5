import type { TestDatabase } from '../../support/database';
import type { Site } from './site';
import { comesTrue } from './until';
import type { WorkerProcess } from './worker-process';

/** Operations that each process has to do after the last heal. */
const OPERATIONS = 5;
/** Runs that are started at a time, until every worker has had its share. */
const BURST = 10;

/**
 * I19: after the last heal every worker claims steps again and each of its last five is completed by it, and so are
 * this process's last five starts, which plays the web server. `withinMs`: how long that may take.
 */
export async function livenessBreaches(
  site: Site,
  workers: WorkerProcess[],
  withinMs = 30_000,
): Promise<string[]> {
  const found: string[] = [];
  const runs: string[] = [];
  const short = async (): Promise<WorkerProcess[]> => {
    const claims = await claimsOf(site.db, runs);
    return workers.filter((worker) => (claims.get(worker.pid) ?? []).length < OPERATIONS);
  };
  await comesTrue(async () => {
    const started = await Promise.all(
      Array.from({ length: BURST }, () => site.run(['only']).catch((error: unknown) => error as Error)),
    );
    for (const one of started) {
      if (typeof one === 'string') runs.push(one);
      else found.push(`I19 a start failed: ${one.message}`);
    }
    await comesTrue(async () => (await open(site.db, runs)) === 0, 3_000);
    return (await short()).length === 0;
  }, withinMs);
  for (const { pid } of await short()) found.push(`I19 worker ${pid} claims nothing any more`);
  const unended = await open(site.db, runs);
  if (unended > 0) found.push(`I19 ${unended} of ${runs.length} runs did not end`);
  const claims = await claimsOf(site.db, runs);
  for (const { pid } of workers) {
    const last = (claims.get(pid) ?? []).slice(-OPERATIONS);
    const lost = last.filter((completed) => !completed).length;
    if (lost > 0) found.push(`I19 worker ${pid} lost ${lost} of its last ${last.length} steps`);
  }
  return found;
}

const open = async (db: TestDatabase, runs: string[]): Promise<number> => {
  const { rows } = await db.admin.query(
    `SELECT count(*)::int AS n FROM run WHERE id = ANY ($1) AND (closed_at IS NULL OR status <> 'completed')`,
    [runs],
  );
  return rows[0].n;
};

/** By process: whether each step that it has claimed, in that order, was completed under the claim's epoch. */
async function claimsOf(db: TestDatabase, runs: string[]): Promise<Map<number, boolean[]>> {
  const { rows } = await db.admin.query(
    `SELECT s.body->>'worker' AS worker, c.run_id IS NOT NULL AS completed
     FROM fact s LEFT JOIN fact c ON c.run_id = s.run_id AND c.type = 'plan.task.completed'
       AND c.body->>'stepId' = s.body->>'stepId' AND c.body->'epoch' = s.body->'epoch'
     WHERE s.run_id = ANY ($1) AND s.type = 'plan.task.started' ORDER BY s.at`,
    [runs],
  );
  const claims = new Map<number, boolean[]>();
  for (const { worker, completed } of rows) {
    // A worker's name is its host, its process and the time of its start.
    const pid = Number(String(worker).split('-').at(-2));
    claims.set(pid, [...(claims.get(pid) ?? []), completed]);
  }
  return claims;
}
