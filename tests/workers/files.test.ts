import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ModelError } from '../../server/agents/model-error';
import type { ModelPort } from '../../server/agents/port';
import { registerTool } from '../../server/agents/tools';
import { newId } from '../../server/db/ids';
import { listFiles } from '../../server/services/file/list';
import { readFile } from '../../server/services/file/read';
import { cancelRun } from '../../server/services/run/cancel';
import { startRun } from '../../server/services/run/start';
import { weaken } from '../faults/support/weaken';
import { type Says, scripted, writing } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf, type TestSlot } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let agentId: string;
beforeAll(async () => {
  org = await makeOrg(db);
  agentId = await addAgent(db, org, 'Ada');
});

async function start(slots: Omit<TestSlot, 'agentId'>[], kind: 'pipeline' | 'review_gate' = 'pipeline') {
  const manifest = manifestOf(
    kind,
    slots.map((slot) => ({ ...slot, agentId })),
  );
  const teamId = await makeTeam(db, org, manifest);
  const input = { projectId: org.projectId, teamId, goal: 'Write it down', idempotencyKey: newId() };
  return (await startRun(org.owner, input)).runId;
}

async function run(script: Record<string, Says[]>, slots = [{ id: 'draft' }, { id: 'check' }]) {
  const runId = await start(slots);
  const model = scripted(script);
  await runDry(testRuntime(model.port));
  return { runId, ...model };
}

const pathsOf = async (runId: string): Promise<string[]> =>
  (await listFiles(org.owner, { runId })).files.map((file) => file.path);
const textOf = async (runId: string, path: string): Promise<string | null> =>
  (await readFile(org.owner, { runId, path })).text;

describe('the files of a run', () => {
  it('stand below team/{runId}/, are written by one slot and read by the next (T-106)', async () => {
    const { runId, told } = await run({
      draft: [writing('draft/notes.md', '# Notes\n\nTide at four.')],
      check: [
        { tools: [{ name: 'read_files', args: {} }] },
        { tools: [{ name: 'read_files', args: { path: 'draft/notes.md' } }] },
      ],
    });
    const root = `team/${runId}/`;
    expect(JSON.parse(told('draft')[0]!)).toEqual({ path: `${root}draft/notes.md`, version: 1, size: 22 });
    expect(JSON.parse(told('check')[0]!)).toEqual({
      root,
      files: [
        { path: 'contracts/draft.md', size: 13, version: 1 },
        { path: 'draft/notes.md', size: 22, version: 1 },
      ],
    });
    expect(JSON.parse(told('check')[1]!)).toMatchObject({ text: '# Notes\n\nTide at four.' });
    expect(await pathsOf(runId)).toEqual(['contracts/check.md', 'contracts/draft.md', 'draft/notes.md']);
  });

  it('are named in the prompt of every slot, with the slot’s own directory (T-107)', async () => {
    const { runId, promptOf } = await run({});
    for (const slot of ['draft', 'check']) {
      expect(promptOf(slot)).toContain(`team/${runId}/`);
      expect(promptOf(slot)).toContain(`Your own directory is team/${runId}/${slot}/`);
    }
  });

  it('hold the answer of each finished slot as contracts/{slot}.md, a reviewer’s not, and rework overwrites it (T-109)', async () => {
    const runId = await start([{ id: 'work' }, { id: 'judge', review: true }], 'review_gate');
    const seen: (string | null)[] = [];
    const reject = { accept: false, issues: [{ criterion: 'tide', text: 'No tide.' }] };
    const { port } = scripted(
      {
        work: [{ text: 'first' }, { text: 'second' }],
        judge: [{ text: JSON.stringify(reject) }, { text: '{"accept":true,"issues":[]}' }],
      },
      async (step) => {
        if (step === 'judge') seen.push(await textOf(runId, 'contracts/work.md'));
      },
    );
    await runDry(testRuntime(port));
    expect(seen).toEqual(['first', 'second']);
    const { files } = await listFiles(org.owner, { runId });
    expect(files).toMatchObject([{ path: 'contracts/work.md', version: 2, origin: 'contract' }]);
    // The delivery is kept once: the file is a look at it.
    const { rows } = await db.admin.query('SELECT count(*)::int FROM scratch_file WHERE run_id = $1', [
      runId,
    ]);
    expect(rows[0].count).toBe(0);
  });

  it('give a dependent slot the contract’s text and the link to its file (T-110)', async () => {
    const { runId, promptOf } = await run({ draft: [{ text: 'The tide comes at four.' }] });
    expect(promptOf('check')).toContain('The tide comes at four.');
    expect(promptOf('check')).toContain(`file="team/${runId}/contracts/draft.md"`);
    expect(await textOf(runId, 'contracts/draft.md')).toBe('The tide comes at four.');
  });
});

describe('a write', () => {
  it('outside the slot’s own directory needs the version that was read, else it answers conflict', async () => {
    const { runId, told } = await run({
      draft: [
        writing('plan.md', 'one'),
        writing('plan.md', 'one', { ifMatch: 0 }),
        writing('plan.md', 'again', { ifMatch: 0 }),
      ],
      check: [writing('plan.md', ' and two', { ifMatch: 1, append: true })],
    });
    expect(told('draft').map((text) => text.startsWith('conflict'))).toEqual([true, false, true]);
    expect(await textOf(runId, 'plan.md')).toBe('one and two');
    const refused = (await factsOf(db, runId)).filter((fact) => fact.type === 'tool.settled');
    expect(refused).toMatchObject([
      { outcome: 'refused', detail: 'conflict' },
      { outcome: 'ok' },
      { outcome: 'refused', detail: 'conflict' },
      { outcome: 'ok' },
    ]);
  });

  it.each([
    ['../draft/x.md', 'bad_path'],
    ['/etc/passwd', 'bad_path'],
    ['draft/\0.md', 'bad_path'],
    [`team/${newId()}/draft/x.md`, 'bad_path'],
    ['check/x.md', 'not_writable'],
    ['contracts/draft.md', 'not_writable'],
    ['attachments/x.md', 'not_writable'],
  ])('to %j is refused, told to the model and counted: row 96', async (path, detail) => {
    const { runId, told } = await run({ draft: [writing(path, 'x', { ifMatch: 0 })] });
    expect(told('draft')).toHaveLength(1);
    expect(await pathsOf(runId)).toEqual(['contracts/check.md', 'contracts/draft.md']);
    const facts = await factsOf(db, runId);
    expect(facts.filter((fact) => fact.type === 'tool.settled')).toMatchObject([
      { outcome: 'refused', detail },
    ]);
    expect(facts.at(-2)?.type).toBe('run.completed');
  });

  it('is seen by later calls of the same answer, and counts once', async () => {
    const { runId, told } = await run({
      draft: [
        {
          tools: [
            ...writing('draft/a.md', 'one').tools!,
            ...writing('draft/a.md', ' two', { append: true }).tools!,
            { name: 'read_files', args: { path: 'draft/a.md' } },
          ],
        },
      ],
    });
    expect(JSON.parse(told('draft')[2]!)).toMatchObject({ text: 'one two', version: 1 });
    expect(await textOf(runId, 'draft/a.md')).toBe('one two');
    const { rows } = await db.admin.query('SELECT bytes, files FROM scratch_use WHERE run_id = $1', [runId]);
    expect(rows).toEqual([{ bytes: 7, files: 1 }]);
  });

  it('beyond 1 MiB a file is refused, and what stands stays', async () => {
    const part = 'x'.repeat(60_000);
    const { runId, told } = await run({
      draft: Array.from({ length: 18 }, () => writing('draft/long.txt', part, { append: true })),
    });
    expect(told('draft').map((text) => text.startsWith('{'))).toEqual([...Array(17).fill(true), false]);
    expect((await listFiles(org.owner, { runId })).bytes).toBe(17 * 60_000);
  });

  it('beyond 64 MiB a run is refused', async () => {
    const runId = await start([{ id: 'draft' }]);
    await db.admin.query('INSERT INTO scratch_use (org_id, run_id, bytes, files) VALUES ($1, $2, $3, 1)', [
      ...[org.orgId, runId],
      64 * 1024 * 1024 - 2,
    ]);
    const { port, told } = scripted({ draft: [writing('draft/a.md', 'abc'), writing('draft/a.md', 'ab')] });
    await runDry(testRuntime(port));
    expect(told('draft')[0]).toContain('64 MiB');
    expect(await textOf(runId, 'draft/a.md')).toBe('ab');
  });

  /** Does something between a tool's look and its record, once. */
  function meddle(work: () => Promise<unknown>): () => void {
    let done = false;
    return registerTool({
      name: 'meddle',
      kind: 'pure',
      scope: 'agent',
      description: 'Something happens',
      input: z.strictObject({}),
      run: async () => {
        if (done) return 'nothing';
        done = true;
        await work();
        return 'done';
      },
    });
  }

  const MEDDLE = { name: 'meddle', args: {} };
  const ADD: Says = {
    tools: [...writing('log.md', 'b', { append: true, ifMatch: 0 }).tools!, MEDDLE],
  };

  /** While the slot adds to a file that it saw missing, somebody else makes it. */
  async function overtaken() {
    const runId = await start([{ id: 'draft' }, { id: 'check' }]);
    const made = `INSERT INTO scratch_file (org_id, run_id, path, size, media_type, text) VALUES ($1, $2, 'log.md', 1, 'text/plain', 'a')`;
    const unregister = meddle(() => db.admin.query(made, [org.orgId, runId]));
    const model = scripted({ draft: [ADD, writing('log.md', 'b', { append: true, ifMatch: 1 })] });
    await runDry(testRuntime(model.port));
    unregister();
    return { runId, ...model };
  }

  it('that another one overtakes writes nothing, looks again, and loses nothing', async () => {
    const { runId, told } = await overtaken();
    expect(told('draft')[0]).toMatch(/^conflict: .* is at version 1/);
    expect(await textOf(runId, 'log.md')).toBe('ab');
  });

  it('is lost to the other one when the version is not looked at again: control', async () => {
    const mend = await weaken(db, 'scratch_write', /IF f \? 'expect' AND/, "IF f ? 'unexpected' AND");
    const { runId } = await overtaken();
    await mend();
    expect(await textOf(runId, 'log.md')).toBe('b');
  });

  it('is written and settled in one commit: a step that was stopped meanwhile has written nothing', async () => {
    const runId = await start([{ id: 'draft' }]);
    const unregister = meddle(() => cancelRun(org.owner, { runId, reason: '' }));
    const { port } = scripted({ draft: [{ tools: [...writing('draft/a.md', 'late').tools!, MEDDLE] }] });
    await runDry(testRuntime(port));
    unregister();
    const facts = await factsOf(db, runId);
    expect(facts.map((fact) => fact.type)).toContain('step.stopped');
    expect(facts.map((fact) => fact.type)).not.toContain('tool.settled');
    expect(await pathsOf(runId)).toEqual([]);
  });

  it('survives a crash: the next attempt replays what was settled and repeats no write', async () => {
    const runId = await start([{ id: 'draft' }]);
    const model = scripted({
      draft: [writing('draft/a.md', 'x', { append: true }), {}, writing('draft/a.md', 'y', { append: true })],
    });
    let calls = 0;
    const port: ModelPort = {
      call: async (request, options) => {
        calls += 1;
        if (calls === 2) throw new ModelError('connection', 'gone');
        return model.port.call(request, options);
      },
    };
    await runDry(testRuntime(port));
    await db.admin.query('UPDATE step SET ready_at = now() WHERE run_id = $1', [runId]);
    await runDry(testRuntime(port));
    expect(await textOf(runId, 'draft/a.md')).toBe('x');
    expect((await factsOf(db, runId)).at(-2)?.type).toBe('run.completed');
  });
});
