import { afterEach, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../server/db/ids';
import { attachFile } from '../../../server/services/file/attach';
import { listFiles } from '../../../server/services/file/list';
import { readFile } from '../../../server/services/file/read';
import { sweepFiles } from '../../../server/services/file/sweep';
import { startRun } from '../../../server/services/run/start';
import { scripted, writing } from '../../support/asking';
import { testDatabase } from '../../support/database';
import { closeEngineAfterwards, runDry, testRuntime } from '../../support/runtime';
import { makeTeam, manifestOf } from '../../support/teams';
import { makeOrg, type TestOrg } from '../../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let teamId: string;
beforeAll(async () => {
  org = await makeOrg(db);
  teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 's1', agentId: org.agentId }]));
});
afterEach(async () => {
  await db.admin.query('DELETE FROM scratch_file');
  await db.admin.query('DELETE FROM scratch_use');
});

async function finished(): Promise<string> {
  const input = { projectId: org.projectId, teamId, goal: 'Files', idempotencyKey: newId() };
  const { runId } = await startRun(org.owner, input);
  const bytes = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(2_000_000)]);
  const ctx = { ...org.owner, userId: org.owner.userId! };
  await attachFile(ctx, { runId, name: 'a.pdf', bytes });
  await runDry(testRuntime(scripted({ s1: [writing('s1/a.md', 'kept')] }).port));
  return runId;
}

const closedAgo = (runId: string, age: string) =>
  db.admin.query(`UPDATE run SET closed_at = now() - $2::interval WHERE id = $1`, [runId, age]);
const kept = async (runId: string) => {
  const count = (sql: string) =>
    db.admin.query(`SELECT count(*)::int AS n FROM ${sql}`, [runId]).then(({ rows }) => rows[0].n);
  return {
    files: await count('scratch_file WHERE run_id = $1'),
    blobs: await count('blob WHERE run_id = $1'),
    chunks: await count('blob_chunk c JOIN blob b ON b.id = c.blob_id WHERE b.run_id = $1'),
  };
};

it('sweeps a run’s files with their blobs 168 hours after it was closed, and not before (T-108)', async () => {
  const [old, young, open] = [await finished(), await finished(), await finished()];
  await closedAgo(old, '168 hours 1 second');
  await closedAgo(young, '167 hours 59 minutes');
  await db.admin.query('UPDATE run SET closed_at = NULL WHERE id = $1', [open]);
  expect(await sweepFiles()).toBe(1);
  expect(await kept(old)).toEqual({ files: 0, blobs: 0, chunks: 0 });
  for (const runId of [young, open]) expect(await kept(runId)).toEqual({ files: 2, blobs: 1, chunks: 2 });
  expect(await sweepFiles()).toBe(0);
  expect(await listFiles(org.owner, { runId: old })).toMatchObject({ swept: true, files: [], bytes: 0 });
  expect((await listFiles(org.owner, { runId: young })).files).toHaveLength(3);
});

it('hides files at their hour, deliveries as well, however late the sweep is (T-108)', async () => {
  const runId = await finished();
  const before = await listFiles(org.owner, { runId });
  const { rows } = await db.admin.query('SELECT closed_at FROM run WHERE id = $1', [runId]);
  expect(Date.parse(before.expiresAt!) - rows[0].closed_at.getTime()).toBe(168 * 3_600_000);
  await closedAgo(runId, '169 hours');
  expect(await listFiles(org.owner, { runId })).toMatchObject({ swept: true, files: [] });
  for (const path of ['s1/a.md', 'contracts/s1.md', 'attachments/a.pdf'])
    await expect(readFile(org.owner, { runId, path })).rejects.toMatchObject({ code: 'not_found' });
  expect(await kept(runId)).toMatchObject({ files: 2 });
});

it('leaves the sweep to the worker that is at it (T-108)', async () => {
  const runId = await finished();
  await closedAgo(runId, '200 hours');
  const other = await db.admin.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT pg_advisory_xact_lock(815013)');
    expect(await sweepFiles()).toBe(0);
    expect(await kept(runId)).toMatchObject({ files: 2 });
    await other.query('ROLLBACK');
  } finally {
    other.release();
  }
  const both = await Promise.all([sweepFiles(), sweepFiles()]);
  expect(both[0] + both[1]).toBe(1);
});

it('is seen to sweep nothing when it only says so: control', async () => {
  const runId = await finished();
  await closedAgo(runId, '200 hours');
  const { env } = await import('../../../server/env');
  Object.assign(env(), { TROUPE_FAILPOINTS: 'control.scratch_sweep' });
  try {
    await sweepFiles();
  } finally {
    Object.assign(env(), { TROUPE_FAILPOINTS: '' });
  }
  expect(await kept(runId)).not.toEqual({ files: 0, blobs: 0, chunks: 0 });
});
