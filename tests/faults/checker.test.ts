import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { cancelRun } from '../../server/services/run/cancel';
import { watchRun } from '../../server/services/run/watch';
import { factsOf } from '../support/journal';
import { streamBreaches } from './support/check-stream';
import { breaches } from './support/checker';
import { openSite } from './support/site';

const site = await openSite();
const { userId } = site.org.owner;

/** A cancelled run, with the numbers that a client of it was sent. */
async function watched(): Promise<{ runId: string; received: number[] }> {
  const runId = await site.run(['draft', 'polish']);
  const by = { userId: userId!, sessionId: randomUUID(), signal: new AbortController().signal };
  const received: number[] = [];
  const stream = await watchRun(site.org.owner, { runId }, by);
  const reading = (async () => {
    for await (const events of stream)
      for (const event of events) if (event.kind === 'fact') received.push(event.fact.seq);
  })();
  await cancelRun(site.org.owner, { runId, reason: '' });
  await reading;
  return { runId, received };
}

it('the checker finds nothing in what was done rightly: keys, audit, and what a client was sent', async () => {
  const { runId, received } = await watched();
  expect(await breaches(site.db, site.model, [runId])).toEqual([]);
  expect(streamBreaches(await factsOf(site.db, runId), received)).toEqual([]);
});

it('control: a fact that a client is not sent, or is sent twice, is found (I11)', async () => {
  const { runId, received } = await watched();
  const facts = await factsOf(site.db, runId);
  expect(received.length).toBeGreaterThan(2);
  for (const wrong of [received.slice(1), received.slice(0, -1), [...received, received.at(-1)!]]) {
    expect(streamBreaches(facts, wrong)).toContainEqual(expect.stringMatching(/^I11/));
  }
  expect(streamBreaches(facts, received.slice(0, -1), 0, true)).toEqual([]);
});

it('control: a cancel without its audit row, and one audited twice, are found (I17)', async () => {
  const [{ runId }, { runId: other }] = [await watched(), await watched()];
  await site.db.admin.query(
    `INSERT INTO audit (org_id, id, actor_kind, action, target_type, target_id, request_id)
     SELECT org_id, gen_random_uuid(), actor_kind, action, target_type, target_id, request_id FROM audit
     WHERE target_id = $1 AND action = 'run.cancelled'`,
    [runId],
  );
  expect(await breaches(site.db, site.model, [runId])).toContainEqual(expect.stringMatching(/^I17/));
  const admin = await site.db.admin.connect();
  await admin.query('SET session_replication_role = replica');
  await admin.query(`DELETE FROM audit WHERE target_id = $1 AND action = 'run.cancelled'`, [other]);
  await admin.query('RESET session_replication_role');
  admin.release();
  expect(await breaches(site.db, site.model, [other])).toContainEqual(expect.stringMatching(/^I17/));
});

it('control: two runs under one key are found (I2)', async () => {
  const [{ runId }, { runId: other }] = [await watched(), await watched()];
  await site.db.admin.query('DROP INDEX "run_org_id_started_by_procedure_idempotency_key_key"');
  await site.db.admin.query(
    'UPDATE run SET idempotency_key = (SELECT idempotency_key FROM run WHERE id = $1) WHERE id = $2',
    [runId, other],
  );
  expect(await breaches(site.db, site.model, [runId])).toContainEqual(expect.stringMatching(/^I2 /));
});
