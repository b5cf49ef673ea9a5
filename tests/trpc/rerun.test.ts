import type { RunComparison } from '@domain/run/compare-view';
import type { RunRerun } from '@domain/run/form';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { attachFile } from '../../server/services/file/attach';
import { listFiles } from '../../server/services/file/list';
import { readFile } from '../../server/services/file/read';
import { scripted, writing } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addPerson, makeOrg, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';

const db = await testDatabase();
closeEngineAfterwards();

type Started = { runId: string; status: string; replayed: boolean };
let org: TestOrg;
let teamId: string;
let as: Record<'operator' | 'viewer' | 'stranger', ReturnType<typeof proceduresOf>>;
let source: string;

beforeAll(async () => {
  org = await makeOrg(db);
  const foreign = await makeOrg(db);
  const person = async (userId: string, slug = org.slug) => proceduresOf(slug, await cookieOf(db, userId));
  as = {
    operator: await person((await addPerson(db, org, 'operator')).userId),
    viewer: await person((await addPerson(db, org, 'viewer')).userId),
    stranger: await person(foreign.owner.userId!, foreign.slug),
  };
  const slots = ['outline', 'draft', 'polish'].map((id) => ({ id, agentId: org.agentId }));
  teamId = await makeTeam(db, org, manifestOf('pipeline', slots));
  source = await finished();
});

async function finished(port?: ReturnType<typeof scripted>['port']): Promise<string> {
  const input = { projectId: org.projectId, teamId, goal: 'Write a note', idempotencyKey: newId() };
  const { data } = await as.operator.mutate<Started>('run.start', { ...input, budgetMicros: 700_000 });
  await runDry(testRuntime(port));
  return data.runId;
}

const rerun = (more: Partial<RunRerun> = {}, who = as.operator) =>
  who.mutate<Started>('run.rerun', { runId: source, idempotencyKey: newId(), ...more });
const stepsOf = async (runId: string) => {
  const { rows } = await db.admin.query(
    `SELECT s.id, s.status, a.text, (SELECT count(*)::int FROM model_call m WHERE m.run_id = s.run_id AND m.step_id = s.id) AS calls
     FROM step s LEFT JOIN artifact a ON a.run_id = s.run_id AND a.step_id = s.id WHERE s.run_id = $1 ORDER BY s.ordinal`,
    [runId],
  );
  return rows as { id: string; status: string; text: string | null; calls: number }[];
};
const written = async (): Promise<number> => {
  const tables = ['run', 'fact', 'step', 'audit', 'artifact', 'scratch_file', 'blob'];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`);
  return Number((await db.admin.query(`SELECT ${counts.join(' + ')} AS n`)).rows[0].n);
};
async function refused(more: Partial<RunRerun>, who = as.operator) {
  const before = await written();
  const { status, error } = await rerun(more, who);
  expect(await written()).toBe(before);
  return [status, error?.reason];
}

describe('a re-run', () => {
  it('from a slot takes over what was accepted before it, pays for the rest alone, and is linked', async () => {
    const { status, data } = await rerun({ from: 'polish' });
    expect(status).toBe(200);
    await runDry(testRuntime());
    const [old, again] = [await stepsOf(source), await stepsOf(data.runId)];
    expect(again.map(({ id, status, calls }) => [id, status, calls])).toEqual([
      ['outline', 'completed', 0],
      ['draft', 'completed', 0],
      ['polish', 'completed', 1],
    ]);
    expect(again.slice(0, 2).map(({ text }) => text)).toEqual(old.slice(0, 2).map(({ text }) => text));
    const { rows } = await db.admin.query(
      'SELECT rerun_of, kind, goal, cap_micros::int, status FROM run WHERE id = $1',
      [data.runId],
    );
    const expected = { rerun_of: source, kind: 'partial', goal: 'Write a note', cap_micros: 700_000 };
    expect(rows).toEqual([{ ...expected, status: 'completed' }]);
    const page = await as.viewer.query<{ reruns: { id: string; kind: string }[] }>('run.get', { id: source });
    expect(page.data.reruns[0]).toMatchObject({ id: data.runId, kind: 'partial' });
  });

  it('without a slot does everything again', async () => {
    const { data } = await rerun();
    await runDry(testRuntime());
    expect((await stepsOf(data.runId)).map(({ calls }) => calls)).toEqual([1, 1, 1]);
    const { rows } = await db.admin.query('SELECT kind FROM run WHERE id = $1', [data.runId]);
    expect(rows).toEqual([{ kind: 'normal' }]);
  });

  it('works on what a person wrote in place of an output, says whose words they are, and audits it', async () => {
    const edits = [{ slotId: 'outline', text: 'CANARY outline by hand' }];
    const { port, promptOf } = scripted({});
    const { data } = await rerun({ edits });
    await runDry(testRuntime(port));
    expect((await stepsOf(data.runId)).map(({ calls }) => calls)).toEqual([0, 1, 1]);
    expect(promptOf('draft')).toContain('CANARY outline by hand');
    const plan = (await factsOf(db, data.runId)).find((fact) => fact.type === 'plan.created');
    expect(plan).toMatchObject({ reused: [{ stepId: 'outline', editedBy: expect.any(String) }] });
    const { rows } = await db.admin.query(
      `SELECT after FROM audit WHERE action = 'run.started' AND target_id = $1`,
      [data.runId],
    );
    expect(rows[0].after).toMatchObject({ rerunOf: source, kind: 'partial', edited: ['outline'] });
  });

  it('runs under another version, with what that version still has', async () => {
    const slots = ['outline', 'draft', 'sign'].map((id) => ({ id, agentId: org.agentId }));
    await db.admin.query(
      `INSERT INTO team_version (org_id, team_id, version, manifest, status, created_by) VALUES ($1, $2, 2, $3, 'draft', $4)`,
      [org.orgId, teamId, JSON.stringify(manifestOf('pipeline', slots)), org.owner.userId],
    );
    expect(await refused({ version: 2 })).toEqual([409, 'version_not_applied']);
    await db.admin.query(`UPDATE team_version SET status = 'applied' WHERE team_id = $1 AND version = 2`, [
      teamId,
    ]);
    const { data } = await rerun({ from: 'sign', version: 2 });
    await runDry(testRuntime());
    expect((await stepsOf(data.runId)).map(({ id, calls }) => [id, calls])).toEqual([
      ['outline', 0],
      ['draft', 0],
      ['sign', 1],
    ]);
    expect(await refused({ from: 'polish', version: 2 })).toEqual([422, 'slot_unknown']);
    expect(await refused({ version: 99 })).toEqual([422, 'unknown_version']);
  });

  it('carries the files of what it takes over, and what people attached, as its own', async () => {
    const { port } = scripted({
      outline: [writing('outline/notes.md', 'kept')],
      polish: [writing('polish/x.md', 'not')],
    });
    const started = await as.operator.mutate<Started>('run.start', {
      ...{ projectId: org.projectId, teamId, goal: 'With files', idempotencyKey: newId() },
    });
    const by = { ...org.owner, userId: org.owner.userId! };
    const bytes = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(1_500_000)]);
    await attachFile(by, { runId: started.data.runId, name: 'brief.pdf', bytes });
    await runDry(testRuntime(port));
    const { data } = await rerun({ runId: started.data.runId, from: 'draft' });
    const before = await listFiles(org.owner, { runId: data.runId });
    expect(before.files.map(({ path }) => path)).toEqual([
      'attachments/brief.pdf',
      'contracts/outline.md',
      'outline/notes.md',
    ]);
    expect(before.bytes).toBe(1_500_005 + 4);
    await db.admin.query('DELETE FROM blob WHERE run_id = $1', [started.data.runId]).catch(() => undefined);
    expect(await readFile(org.owner, { runId: data.runId, path: 'outline/notes.md' })).toMatchObject({
      text: 'kept',
    });
  });

  it('leaves files that have outlived their time behind, and goes on without them', async () => {
    const { port } = scripted({ outline: [writing('outline/notes.md', 'old')] });
    const old = await finished(port);
    await db.admin.query(`UPDATE run SET closed_at = now() - interval '200 hours' WHERE id = $1`, [old]);
    const { data } = await rerun({ runId: old, from: 'draft' });
    const { files } = await listFiles(org.owner, { runId: data.runId });
    expect(files.map(({ path }) => path)).toEqual(['contracts/outline.md']);
  });

  it('is one run for one key, and the key with another slot is refused', async () => {
    const idempotencyKey = newId();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => rerun({ from: 'draft', idempotencyKey })),
    );
    expect(new Set(answers.map(({ data }) => data.runId)).size).toBe(1);
    expect(answers.filter(({ data }) => !data.replayed)).toHaveLength(1);
    expect(await refused({ from: 'polish', idempotencyKey })).toEqual([422, 'idempotency_key_reused']);
  });

  it('asks four eyes again for what a person wrote in place of an approved output', async () => {
    const slots = [
      { id: 'draft', agentId: org.agentId, approval: { after: true, fourEyes: true } },
      { id: 'send', agentId: org.agentId },
    ];
    const team = await makeTeam(db, org, manifestOf('pipeline', slots));
    const input = { projectId: org.projectId, teamId: team, goal: 'Pay', idempotencyKey: newId() };
    const { data: first } = await as.operator.mutate<Started>('run.start', input);
    await runDry(testRuntime());
    const owner = proceduresOf(org.slug, await cookieOf(db, org.owner.userId!));
    const approve = (runId: string, who = owner) =>
      who.mutate('approval.resolve', { runId, gateId: 'g1', decision: 'approved' });
    expect((await approve(first.runId)).status).toBe(200);
    await runDry(testRuntime());
    const { data } = await rerun({ runId: first.runId, edits: [{ slotId: 'draft', text: 'PAY ME' }] });
    expect(data.status).toBe('waiting');
    await runDry(testRuntime());
    expect((await stepsOf(data.runId)).map(({ status, calls }) => [status, calls])).toEqual([
      ['waiting', 0],
      ['blocked', 0],
    ]);
    expect((await approve(data.runId, as.operator)).error?.reason).toBe('four_eyes');
    expect((await approve(data.runId)).status).toBe(200);
    await runDry(testRuntime());
    expect((await stepsOf(data.runId)).map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it.each([
    ['of a slot that is none', { from: 'nowhere' }, [422, 'slot_unknown']],
    ['of a slot called __proto__', { from: '__proto__' }, [422, 'slot_unknown']],
    [
      'with an edit of what is done again',
      { from: 'draft', edits: [{ slotId: 'polish', text: 'x' }] },
      [422, 'edit_not_reused'],
    ],
    ['with an edit of nothing', { edits: [{ slotId: 'none', text: 'x' }] }, [422, 'slot_unknown']],
    ['with an empty edit', { edits: [{ slotId: 'outline', text: ' ' }] }, [400, 'bad_request']],
    [
      'with a slot edited twice',
      {
        edits: [
          { slotId: 'outline', text: 'a' },
          { slotId: 'outline', text: 'b' },
        ],
      },
      [400, 'bad_request'],
    ],
    ['of a run that does not exist', { runId: newId() }, [404, 'not_found']],
  ])('is refused and writes nothing: %s', async (_, more, answer) => {
    expect(await refused(more)).toEqual(answer);
  });

  it('of a run that has not ended is 409, whatever is asked', async () => {
    const input = { projectId: org.projectId, teamId, goal: 'Still going', idempotencyKey: newId() };
    const { data } = await as.operator.mutate<Started>('run.start', input);
    expect(await refused({ runId: data.runId, from: 'draft' })).toEqual([409, 'source_not_ended']);
    expect(await refused({ runId: data.runId })).toEqual([409, 'source_not_ended']);
    await runDry(testRuntime());
  });

  it('is for those who may start runs: 403 for a viewer, 404 for strangers', async () => {
    expect(await refused({}, as.viewer)).toEqual([403, 'forbidden']);
    expect(await refused({}, as.stranger)).toEqual([404, 'not_found']);
  });
});

describe('a comparison', () => {
  it('puts two runs beside each other, slot by slot: what was taken over, done again, spent', async () => {
    const { data } = await rerun({ from: 'polish', edits: [{ slotId: 'draft', text: 'By hand' }] });
    await runDry(testRuntime());
    const seen = await as.viewer.query<RunComparison>('run.compare', { a: source, b: data.runId });
    expect(seen.status).toBe(200);
    expect(seen.data.b).toMatchObject({
      id: data.runId,
      kind: 'partial',
      rerunOf: source,
      status: 'completed',
    });
    const [outline, draft, polish] = seen.data.slots;
    expect(outline).toMatchObject({ a: { reused: null }, b: { reused: {}, costMicros: 0, inputTokens: 0 } });
    expect(draft?.b).toMatchObject({ reused: { editedBy: expect.any(String) }, preview: 'By hand' });
    expect(polish?.b?.inputTokens).toBeGreaterThan(0);
    const sum = seen.data.slots.reduce((all, slot) => all + (slot.a?.costMicros ?? 0), 0);
    expect(sum).toBe(seen.data.a.costMicros);
    expect(Object.values(seen.data.names.people)).toHaveLength(1);
  });

  it('is 404 when either of them cannot be seen', async () => {
    expect((await as.viewer.query('run.compare', { a: source, b: newId() })).status).toBe(404);
    expect((await as.stranger.query('run.compare', { a: source, b: source })).status).toBe(404);
  });
});

describe('a re-run of a run in another unit', () => {
  it('does not reach a run in a unit beside one’s own', async () => {
    const unit = await addUnit(db, org, 'Elsewhere');
    const other = proceduresOf(
      org.slug,
      await cookieOf(db, (await addPerson(db, org, 'operator', unit.id)).userId),
    );
    const { rows } = await db.admin.query('SELECT project_id FROM run WHERE id = $1', [source]);
    const side = await addUnit(db, org, 'Side');
    await db.admin.query('UPDATE project SET unit_id = $2 WHERE id = $1', [rows[0].project_id, side.id]);
    expect(await refused({}, other)).toEqual([404, 'not_found']);
    await db.admin.query('UPDATE project SET unit_id = NULL WHERE id = $1', [rows[0].project_id]);
  });
});
