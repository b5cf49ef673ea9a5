import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { attachFile } from '../../server/services/file/attach';
import { listFiles } from '../../server/services/file/list';
import { startRun } from '../../server/services/run/start';
import { scripted, writing } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

const MOST = 2_000;

let org: TestOrg;
let teamId: string;
beforeAll(async () => {
  org = await makeOrg(db);
  teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 'draft', agentId: org.agentId }]));
});

// A run that a test has only filled would take the next one's words.
afterEach(async () => {
  await runDry(testRuntime(scripted({}).port));
});

async function start(): Promise<string> {
  const input = { projectId: org.projectId, teamId, goal: 'Many files', idempotencyKey: newId() };
  return (await startRun(org.owner, input)).runId;
}

/** Asks the store itself for `count` files at once. */
async function writeAtOnce(runId: string, count: number): Promise<boolean> {
  const { rows } = await db.admin.query(
    `SELECT scratch_write($1, $2, (SELECT jsonb_agg(jsonb_build_object('path', format('draft/%s.md', n), 'size', 1,
       'mediaType', 'text/markdown', 'text', 'x', 'stepId', 'draft')) FROM generate_series(1, $3::int) n), now()) AS written`,
    [org.orgId, runId, count],
  );
  return rows[0].written;
}

describe('a run with as many files as one may have', () => {
  it('never holds 10,000: the store writes none of them, and takes 2,000', async () => {
    const runId = await start();
    expect(await writeAtOnce(runId, 10_000)).toBe(false);
    expect((await listFiles(org.owner, { runId })).total).toBe(0);
    expect(await writeAtOnce(runId, MOST)).toBe(true);
    const listing = await listFiles(org.owner, { runId });
    expect(listing).toMatchObject({ total: MOST, bytes: MOST });
    expect(listing.files).toHaveLength(500);
  });

  it('tells its slots so, which may still write over what stands and see how many they are not shown', async () => {
    const runId = await start();
    await writeAtOnce(runId, MOST);
    const { port, told } = scripted({
      draft: [
        writing('draft/new.md', 'x'),
        writing('draft/1.md', 'again'),
        { tools: [{ name: 'read_files', args: {} }] },
      ],
    });
    await runDry(testRuntime(port));
    expect(told('draft')[0]).toContain('files are 2000');
    expect(JSON.parse(told('draft')[1]!)).toMatchObject({ version: 2 });
    expect(told('draft')[2]).toMatch(/"more":1500/);
    const facts = await factsOf(db, runId);
    expect(facts.filter((fact) => fact.type === 'tool.settled')).toMatchObject([
      { outcome: 'refused', detail: 'no_room' },
      { outcome: 'ok' },
      { outcome: 'ok' },
    ]);
    expect(facts.at(-2)?.type).toBe('run.completed');
  });

  it('takes none from people either, and keeps no bytes of a refused one', async () => {
    const runId = await start();
    await writeAtOnce(runId, MOST);
    const ctx = { ...org.owner, userId: org.owner.userId! };
    const bytes = Buffer.from('%PDF-1.7');
    await expect(attachFile(ctx, { runId, name: 'a.pdf', bytes })).rejects.toMatchObject({
      code: 'too_large',
      reason: 'no_room',
    });
    const { rows } = await db.admin.query('SELECT count(*)::int FROM blob WHERE run_id = $1', [runId]);
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('takes no file too many when twenty come at once', async () => {
    const runId = await start();
    await writeAtOnce(runId, MOST - 5);
    const ctx = { ...org.owner, userId: org.owner.userId! };
    const tries = Array.from({ length: 20 }, (_, n) =>
      attachFile(ctx, { runId, name: `${n}.md`, bytes: Buffer.from('x') }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await listFiles(org.owner, { runId })).toMatchObject({ total: MOST, bytes: MOST });
  });
});

describe('names that only look alike', () => {
  it('are files of their own: by the size of a letter, by a script, as a file beside a directory', async () => {
    const runId = await start();
    // Latin and Cyrillic; composed and decomposed are one name, as both are kept composed.
    const paths = [
      'draft/a.md',
      'draft/A.md',
      'draft/\u0430.md',
      'draft/a.md/b.md',
      'draft/\u00e9.md',
      'draft/e\u0301.md',
    ];
    const { port } = scripted({ draft: paths.map((path) => writing(path, path)) });
    await runDry(testRuntime(port));
    const written = (await listFiles(org.owner, { runId })).files.filter(
      ({ origin }) => origin === 'written',
    );
    expect(written.map(({ path, version }) => [path, version])).toEqual([
      ['draft/A.md', 1],
      ['draft/a.md', 1],
      ['draft/a.md/b.md', 1],
      ['draft/\u00e9.md', 2],
      ['draft/\u0430.md', 1],
    ]);
  });
});
