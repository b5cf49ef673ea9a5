import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { answerAttach, answerDownload } from '../../server/trpc/files-http';
import { testDatabase } from '../support/database';
import { bytesOf, callerOf, cookieOf, ORIGIN } from '../support/requests';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addPerson, makeOrg, type TestOrg } from '../support/tenants';
import { addUnit } from '../support/units';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let foreign: TestOrg;
let teamId: string;
let runId: string;
let cookie: string;
beforeAll(async () => {
  [org, foreign] = [await makeOrg(db), await makeOrg(db)];
  teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 's1', agentId: org.agentId }]));
  runId = await start();
  cookie = await cookieOf(db, org.owner.userId!);
  await put(runId, 's1/note.md', 'text/markdown', `# CANARY-${org.slug}`);
});

async function start(): Promise<string> {
  const input = { projectId: org.projectId, teamId, goal: 'Files', idempotencyKey: newId() };
  return (await startRun(org.owner, input)).runId;
}

const put = (run: string, path: string, mediaType: string, text: string) =>
  db.admin.query(
    `INSERT INTO scratch_file (org_id, run_id, path, size, media_type, text) VALUES ($1, $2, $3, $4, $5, $6)`,
    [org.orgId, run, path, Buffer.byteLength(text), mediaType, text],
  );

const download = (path: string, by: string | undefined, run = runId, slug = org.slug): Promise<Response> =>
  answerDownload(new Request(`${ORIGIN}/api/files/${slug}/${run}/x`, { headers: by ? { cookie: by } : {} }), {
    org: slug,
    runId: run,
    path: path.split('/'),
  });

const attach = (
  name: string,
  body: Uint8Array | string,
  {
    by = cookie,
    run = runId,
    headers = {},
  }: { by?: string; run?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  answerAttach(
    new Request(`${ORIGIN}/api/files/${org.slug}/${run}?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/octet-stream', cookie: by, ...headers },
      body: body as BodyInit,
    }),
    { org: org.slug, runId: run },
  );

describe('a download', () => {
  it('is the file’s bytes as an attachment that no browser guesses at, shows in place or keeps', async () => {
    const answer = await download('s1/note.md', cookie);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': `attachment; filename="note.md"; filename*=UTF-8''note.md`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    expect(await answer.text()).toBe(`# CANARY-${org.slug}`);
  });

  it('names any file so that no header breaks', async () => {
    await put(runId, 's1/От"чёт%.md'.replace('"', ''), 'text/markdown', 'x');
    const answer = await download('s1/Отчёт%.md', cookie);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="______.md"; filename*=UTF-8''${encodeURIComponent('Отчёт%.md')}`,
    );
  });

  it('answers 401 without a session and, to who does not see the run, 404 with the bytes of what does not exist', async () => {
    expect((await download('s1/note.md', undefined)).status).toBe(401);
    const stranger = await cookieOf(db, foreign.owner.userId!);
    const nothing = await bytesOf(await download('s1/note.md', cookie, newId()));
    for (const answer of [
      await download('s1/note.md', stranger),
      await download('s1/note.md', stranger, runId, foreign.slug),
      await download('s1/gone.md', cookie),
    ]) {
      expect(answer.status).toBe(404);
      expect(await bytesOf(answer)).toBe(nothing);
    }
  });

  it('is not for a member beside the run’s unit', async () => {
    const [left, right] = [await addUnit(db, org, 'left'), await addUnit(db, org, 'right')];
    const beside = await addPerson(db, org, 'admin', right.id);
    await db.admin.query('UPDATE project SET unit_id = $2 WHERE org_id = $1', [org.orgId, left.id]);
    const answer = await download('s1/note.md', await cookieOf(db, beside.userId));
    await db.admin.query('UPDATE project SET unit_id = NULL WHERE org_id = $1', [org.orgId]);
    expect(answer.status).toBe(404);
    expect((await download('s1/note.md', await cookieOf(db, beside.userId))).status).toBe(200);
  });

  it.each(['../../etc/passwd', 's1/../../x', '/etc/passwd', 's1/\0', 's1//x', 's1/CON'])(
    'answers 400 for what is no path of a run: row 68, %j',
    async (path) => {
      const answer = await download(path, cookie);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'bad_request', reason: 'bad_path' });
    },
  );

  it.each(['../', '%00', '1 OR 1=1', ' '.repeat(36), 'abc'])(
    'answers 400 for a run id like row 29: %j',
    async (run) => {
      expect((await download('s1/note.md', cookie, run)).status).toBe(400);
    },
  );
});

describe('a preview', () => {
  it('shows the text to who sees the run, and 404 to everyone else', async () => {
    const input = { org: org.slug, runId, path: 's1/note.md' };
    expect(await callerOf(org.owner.userId).file.read(input)).toMatchObject({
      text: `# CANARY-${org.slug}`,
      cut: false,
      mediaType: 'text/markdown',
    });
    const stranger = callerOf(foreign.owner.userId);
    await expect(stranger.file.read(input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.file.read({ ...input, org: foreign.slug })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(stranger.file.list({ org: foreign.slug, runId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('an attached file', () => {
  it('of 3 MB comes back byte by byte from rows of 1 MiB, and stands among the run’s files', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3_000_000, 7)]);
    const answer = await attach('../../Report "final".pdf', bytes);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ path: 'attachments/Report _final_.pdf', origin: 'attached' });
    const { rows } = await db.admin.query(
      'SELECT octet_length(bytes) AS size FROM blob_chunk ORDER BY blob_id, n',
    );
    expect(rows.map((row) => row.size)).toEqual([1_048_576, 1_048_576, 902_857]);
    const back = await download('attachments/Report _final_.pdf', cookie);
    expect(back.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
    const audits = await db.admin.query(`SELECT count(*)::int FROM audit WHERE action = 'run.attached'`);
    expect(audits.rows[0].count).toBe(1);
  });

  it('of a name that is taken gets another one', async () => {
    const names = [];
    for (let n = 0; n < 2; n++) names.push((await (await attach('twice.md', `${n}`)).json()).path);
    expect(names).toEqual(['attachments/twice.md', 'attachments/twice (2).md']);
  });

  it.each([
    ['nothing', 'a.md', '', 400],
    ['no ending', 'report', 'x', 415],
    ['a program', 'a.exe', 'MZ', 415],
    ['a program called a document', 'a.pdf', 'MZ\x90', 415],
    ['a drawing with a script', 'a.svg', '<svg onload="alert(1)"/>', 415],
    ['a page', 'a.html', '<script>alert(1)</script>', 415],
    ['bytes called text', 'a.txt', Buffer.from([0xff, 0xfe, 0]), 415],
    ['a NUL called text', 'a.txt', 'a\0b', 415],
    ['a name of 1,001', 'x'.repeat(1_001), 'x', 400],
  ])('is refused: rows 68 and 69, %s', async (_what, name, body, status) => {
    const before = await db.admin.query('SELECT count(*)::int FROM scratch_file');
    expect((await attach(name, body)).status).toBe(status);
    expect((await db.admin.query('SELECT count(*)::int FROM scratch_file')).rows).toEqual(before.rows);
  });

  it('of 26 MB is refused with 413, whether it says so or not: row 68', async () => {
    const body = Buffer.alloc(26 * 1024 * 1024, 1);
    expect((await attach('a.pdf', body)).status).toBe(413);
    expect((await attach('a.pdf', '%PDF-', { headers: { 'content-length': '27262976' } })).status).toBe(413);
  });

  it('is refused to viewers, from another site, as another type and to a run that has ended', async () => {
    const viewer = await cookieOf(db, (await addPerson(db, org, 'viewer')).userId);
    expect((await attach('a.md', 'x', { by: viewer })).status).toBe(403);
    expect((await attach('a.md', 'x', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await attach('a.md', 'x', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    const stranger = await cookieOf(db, foreign.owner.userId!);
    expect((await attach('a.md', 'x', { by: stranger })).status).toBe(404);
    const ended = await start();
    await callerOf(org.owner.userId).run.cancel({ org: org.slug, runId: ended });
    const answer = await attach('a.md', 'x', { run: ended });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ reason: 'run_ended' });
  });
});
