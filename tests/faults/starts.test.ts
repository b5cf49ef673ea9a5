import { expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent } from '../support/tenants';
import { openSite } from './support/site';
import { weaken } from './support/weaken';

const site = await openSite();
const STARTS = 1_000;
const AT_ONCE = 20;
const agentId = await addAgent(site.db, site.org, 'Cy', { model: 'fake' });
const teamId = await makeTeam(site.db, site.org, manifestOf('pipeline', [{ id: 'only', agentId }]));
await site.db.admin.query('UPDATE organization SET max_queued = 100000 WHERE org_id = $1', [site.org.orgId]);

const start = (idempotencyKey: string) =>
  startRun(site.org.owner, { projectId: site.org.projectId, teamId, goal: 'Once', idempotencyKey });

/** Starts twice at once under one key; true when that was one run, of which one answer says it is a repeat. */
async function startsOnce(): Promise<boolean> {
  const key = newId();
  const [one, other] = await Promise.all([start(key), start(key)]);
  return one.runId === other.runId && one.replayed !== other.replayed;
}

async function right(times: number): Promise<number> {
  let count = 0;
  for (let at = 0; at < times; at += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, startsOnce));
    count += answers.filter(Boolean).length;
  }
  return count;
}

const rows = async (sql: string): Promise<number> =>
  (await site.db.admin.query(sql, [site.org.orgId])).rows[0].n;

it(`F-20 of ${STARTS} double starts ${STARTS} are one run, one first fact and one audit row each`, async () => {
  expect(await right(STARTS)).toBe(STARTS);
  expect(await rows('SELECT count(*)::int AS n FROM run WHERE org_id = $1')).toBe(STARTS);
  expect(
    await rows(`SELECT count(*)::int AS n FROM fact WHERE org_id = $1 AND type = 'run.started' AND seq = 1`),
  ).toBe(STARTS);
  expect(
    await rows(
      `SELECT count(DISTINCT target_id)::int AS n FROM audit WHERE org_id = $1 AND action = 'run.started'`,
    ),
  ).toBe(STARTS);
  expect(
    await rows(`SELECT count(*)::int AS n FROM audit WHERE org_id = $1 AND action = 'run.started'`),
  ).toBe(STARTS);
});

it('control: without the unique key a double start is two runs', async () => {
  await weaken(site.db, 'engine_start', /ON CONFLICT [^;]*DO NOTHING/, '');
  await site.db.admin.query('DROP INDEX "run_org_id_started_by_procedure_idempotency_key_key"');
  expect(await right(AT_ONCE)).toBeLessThan(AT_ONCE);
});
