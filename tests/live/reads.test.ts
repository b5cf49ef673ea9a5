import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { closeBus } from '../../server/live/bus';
import { readArtifact } from '../../server/services/run/artifact';
import { getRun } from '../../server/services/run/get';
import { listRuns } from '../../server/services/run/list';
import { testDatabase } from '../support/database';
import { ask, cookieOf, errorOf } from '../support/requests';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';
import { addBareRun } from './rows';

const db = await testDatabase();
afterAll(closeBus);
let org: TestOrg;
let runIds: string[];
let right: { id: string; path: string[] };
let hiddenRun: string;
beforeAll(async () => {
  org = await makeOrg(db);
  runIds = [];
  for (let n = 0; n < 5; n++) runIds.push((await addBareRun(db, org)).runId);
  // Two of the same moment: the id decides.
  await db.admin.query(
    `UPDATE run SET created_at = (SELECT created_at FROM run WHERE id = $1) WHERE id = $2`,
    [runIds[1], runIds[2]],
  );
  await db.admin.query(`UPDATE run SET status = 'completed', spent_micros = 1234 WHERE id = $1`, [runIds[0]]);
  right = await addUnit(db, org, 'Right');
  const projectId = newId();
  await db.admin.query(
    `INSERT INTO project (org_id, id, slug, name, unit_id) VALUES ($1, $2, 'right', 'Right', $3)`,
    [org.orgId, projectId, right.id],
  );
  hiddenRun = (await addBareRun(db, org, projectId)).runId;
});

const list = { limit: 50 };

it('lists runs newest first, page by page, each once', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listRuns>> = await listRuns(org.owner, { limit: 2, cursor });
    seen.push(...page.items.map((run) => run.id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen.toSorted()).toEqual([...runIds, hiddenRun].toSorted());
  expect(seen[0]).toBe(hiddenRun);
  expect(seen.at(-1)).toBe(runIds[0]);
});

it('filters by status, project and team', async () => {
  const ids = async (more: object) =>
    (await listRuns(org.owner, { ...list, ...more })).items.map((run) => run.id);
  expect(await ids({ status: ['completed'] })).toEqual([runIds[0]]);
  expect(await ids({ status: ['completed', 'running'] })).toHaveLength(6);
  expect(await ids({ projectId: org.projectId })).toHaveLength(5);
  expect(await ids({ teamId: newId() })).toEqual([]);
});

it('shows a member of one unit no run of the unit beside it, in a list or by its id', async () => {
  const left = await addUnit(db, org, 'Left');
  const person = await addPerson(db, org, 'admin', left.id);
  expect((await listRuns(person, list)).items.map((run) => run.id)).not.toContain(hiddenRun);
  await expect(getRun(person, { id: hiddenRun })).rejects.toMatchObject({ code: 'not_found' });
  await expect(getRun(person, { id: newId() })).rejects.toMatchObject({ code: 'not_found' });
  expect((await getRun(org.owner, { id: hiddenRun })).project.name).toBe('Right');
});

it('gives a run with its figures and the names of those in its facts', async () => {
  const agentId = await addAgent(db, org, 'Ada');
  await db.admin.query(
    `INSERT INTO step (org_id, run_id, id, ordinal, slot_id, agent_id) VALUES ($1, $2, 'write', 0, 'write', $3)`,
    [org.orgId, runIds[0], agentId],
  );
  const run = await getRun(org.owner, { id: runIds[0]! });
  expect(run).toMatchObject({ status: 'completed', costMicros: 1234, goal: 'goal', team: null, seq: 0 });
  expect(run.names).toEqual({ agents: { [agentId]: 'Ada' }, people: { [org.owner.userId!]: 'Test' } });
});

it('gives an artifact to who sees its run, and 404 to everybody else', async () => {
  const id = newId();
  await db.admin.query(
    `INSERT INTO artifact (org_id, id, run_id, step_id, slot_id, round, kind, text) VALUES ($1, $2, $3, 'write', 'write', 1, 'contract', 'The text')`,
    [org.orgId, id, hiddenRun],
  );
  expect(await readArtifact(org.owner, { id })).toMatchObject({
    text: 'The text',
    runId: hiddenRun,
    round: 1,
  });
  const person = await addPerson(db, org, 'viewer', (await addUnit(db, org, 'Elsewhere')).id);
  await expect(readArtifact(person, { id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(readArtifact((await makeOrg(db)).owner, { id })).rejects.toMatchObject({ code: 'not_found' });
});

it('answers bad pages as written: 400 for garbage and for limits below 1, 404 for a foreign cursor, at most 100', async () => {
  const cookie = await cookieOf(db, org.owner.userId!);
  const status = async (more: object) =>
    (await ask('run.list', { org: org.slug, ...more }, { cookie })).status;
  expect(await status({ cursor: 'garbage' })).toBe(400);
  expect(await status({ cursor: btoa('["x","y"]') })).toBe(400);
  for (const limit of [0, -1, 1.5, 'many']) expect(await status({ limit })).toBe(400);
  expect(await status({ limit: 1_000_000_000 })).toBe(200);
  expect(await status({ status: 'done' })).toBe(400);
  expect(await status({ status: 'running' })).toBe(200);
  expect(await status({ teamId: 'x' })).toBe(400);
  const other = await makeOrg(db);
  for (let n = 0; n < 2; n++) await addBareRun(db, other);
  const { nextCursor } = await listRuns(other.owner, { limit: 1 });
  const foreign = await ask('run.list', { org: org.slug, cursor: nextCursor }, { cookie });
  expect(foreign.status).toBe(404);
  expect((await errorOf(foreign)).code).toBe('not_found');
});

it('refuses a cursor whose time is none that a run can have', async () => {
  const cookie = await cookieOf(db, org.owner.userId!);
  const status = async (at: string) => {
    const cursor = btoa(encodeURIComponent(JSON.stringify([org.orgId, at, runIds[0]])));
    return (await ask('run.list', { org: org.slug, cursor }, { cookie })).status;
  };
  for (const at of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '1999-12-31T23:59:59.999Z'])
    expect([at, await status(at)]).toEqual([at, 400]);
  for (const at of ['3000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-02-30T00:00:00Z'])
    expect([at, await status(at)]).toEqual([at, 400]);
  for (const at of ['2000-01-01T00:00:00.000Z', '2999-12-31T23:59:59.999Z'])
    expect([at, await status(at)]).toEqual([at, 200]);
});
