import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { attachFile } from '../../server/services/file/attach';
import { cancelRun } from '../../server/services/run/cancel';
import { resumeRun } from '../../server/services/run/resume';
import { startRun } from '../../server/services/run/start';
import { sweepRuns } from '../../server/services/run/sweep';
import { scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf, typesOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let teamId: string;
let operator: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  org = await makeOrg(db);
  operator = await addPerson(db, org, 'operator');
  const agentId = await addAgent(db, org, 'Ada');
  teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 'read', agentId }]));
});

const order = (paused?: boolean) => ({
  ...{ projectId: org.projectId, teamId, goal: 'Read what there is', idempotencyKey: newId() },
  ...(paused !== undefined && { paused }),
});
const READS = {
  read: [
    { tools: [{ name: 'read_files', args: {} }] },
    { tools: [{ name: 'read_files', args: { path: 'attachments/tide.txt' } }] },
  ],
};

describe('a run that is started paused', () => {
  it('has nobody work before it is resumed, and its first slot finds the files that came meanwhile (T-106)', async () => {
    const { runId, status } = await startRun(org.owner, order(true));
    expect(status).toBe('paused');
    const model = scripted(READS);
    const runtime = testRuntime(model.port);
    await runDry(runtime);
    await sweepRuns(runtime, 1);
    await runDry(runtime);
    expect(model.of('read')).toEqual([]);
    const { rows } = await db.admin.query('SELECT status, clock_from FROM run WHERE id = $1', [runId]);
    expect(rows).toEqual([{ status: 'paused', clock_from: null }]);
    await attachFile(operator, { runId, name: 'tide.txt', bytes: Buffer.from('Tide at four.') });
    expect(await resumeRun(org.owner, { runId })).toMatchObject({ outcome: 'resumed' });
    await runDry(runtime);
    expect(JSON.parse(model.told('read')[0]!)).toMatchObject({
      files: [{ path: 'attachments/tide.txt', size: 13 }],
    });
    expect(JSON.parse(model.told('read')[1]!)).toMatchObject({ text: 'Tide at four.' });
    expect(model.promptOf('read')).toContain('what people added in its attachments/');
    const types = typesOf(await factsOf(db, runId));
    expect(types.slice(-1)).toEqual(['run.closed']);
    expect(types.filter((type) => /paused|resumed|completed$/.test(type))).toEqual([
      'run.paused',
      'run.resumed',
      'plan.task.completed',
      'team.completed',
      'run.completed',
    ]);
  });

  it('is the same run under the same key, whether it was resumed meanwhile or not', async () => {
    const input = order(true);
    const { runId } = await startRun(org.owner, input);
    expect(await startRun(org.owner, input)).toMatchObject({ runId, replayed: true, status: 'paused' });
    await resumeRun(org.owner, { runId });
    expect(await startRun(org.owner, input)).toMatchObject({ runId, replayed: true });
    await expect(startRun(org.owner, { ...input, paused: false })).rejects.toMatchObject({
      reason: 'idempotency_key_reused',
    });
  });

  it('can be stopped while it waits', async () => {
    const { runId } = await startRun(org.owner, order(true));
    expect(await cancelRun(org.owner, { runId, reason: '' })).toMatchObject({ outcome: 'cancelled' });
    expect(typesOf(await factsOf(db, runId)).slice(-1)).toEqual(['run.closed']);
  });
});

it('a run that is resumed joins a queue that has an end', async () => {
  const queued = `SELECT count(*)::int FROM run WHERE org_id = $1 AND status = 'queued'`;
  await db.admin.query(`UPDATE organization SET max_queued = (${queued}) + 1 WHERE org_id = $1`, [org.orgId]);
  const held = await Promise.all([1, 2].map(() => startRun(org.owner, order(true))));
  const [first, second] = held.map(({ runId }) => runId) as [string, string];
  await resumeRun(org.owner, { runId: first });
  await expect(resumeRun(org.owner, { runId: second })).rejects.toMatchObject({ reason: 'too_many_queued' });
  await runDry(testRuntime());
  await resumeRun(org.owner, { runId: second });
});
