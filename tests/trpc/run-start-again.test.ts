import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { testDatabase } from '../support/database';
import { proceduresOf } from '../support/procedure';
import { cookieOf } from '../support/requests';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

type Started = { runId: string; status: string; replayed: boolean };
let org: TestOrg;
let userId: string;
let agentId: string;
let teamId: string;
let procedures: ReturnType<typeof proceduresOf>;

async function start(idempotencyKey = newId(), goal = 'Write a note') {
  const { projectId } = org;
  return procedures.mutate<Started>('run.start', { projectId, teamId, goal, idempotencyKey });
}

beforeEach(async () => {
  org = await makeOrg(db);
  ({ userId } = await addPerson(db, org, 'operator'));
  procedures = proceduresOf(org.slug, await cookieOf(db, userId));
  agentId = await addAgent(db, org, 'Writer');
  teamId = await makeTeam(db, org, manifestOf('pipeline', [{ id: 'only', agentId }]));
  expect((await start()).status).toBe(200);
});

/** What is changed behind a person who has started this team before, and how the next start answers. */
const CHANGES: [string, string, () => string[], [number, string | undefined]][] = [
  [
    'the project is archived',
    'UPDATE project SET archived_at = now() WHERE id = $1',
    () => [org.projectId],
    [409, 'project_archived'],
  ],
  [
    'the team is deleted',
    'UPDATE team SET deleted_at = now() WHERE id = $1',
    () => [teamId],
    [404, 'not_found'],
  ],
  [
    'the agent is deleted',
    'UPDATE agent SET deleted_at = now() WHERE id = $1',
    () => [agentId],
    [422, 'agent_unavailable'],
  ],
  ['the price is gone', 'DELETE FROM price WHERE org_id = $1', () => [org.orgId], [422, 'unpriced_model']],
  [
    'the role is only to look',
    "UPDATE membership SET role = 'viewer' WHERE user_id = $1",
    () => [userId],
    [403, 'forbidden'],
  ],
  ['the membership is gone', 'DELETE FROM membership WHERE user_id = $1', () => [userId], [404, 'not_found']],
  [
    'no version is in force',
    'UPDATE team SET current_version = NULL WHERE id = $1',
    () => [teamId],
    [409, 'no_applied_version'],
  ],
  [
    'too many runs wait',
    'UPDATE organization SET max_queued = 1 WHERE org_id = $1',
    () => [org.orgId],
    [429, 'too_many_queued'],
  ],
];

describe('a second start of the same team', () => {
  it.each(CHANGES)('is decided anew when %s', async (_, sql, values, expected) => {
    await db.admin.query(sql, values());
    const { status, error } = await start();
    expect([status, error?.reason]).toEqual(expected);
  });

  it('runs the version that is in force by then', async () => {
    const manifest = manifestOf('pipeline', [{ id: 'other', agentId }]);
    await db.admin.query(
      `INSERT INTO team_version (org_id, team_id, version, status, manifest, created_by)
       SELECT org_id, team_id, 2, 'applied', $2::jsonb, created_by FROM team_version WHERE team_id = $1`,
      [teamId, JSON.stringify(manifest)],
    );
    await db.admin.query('UPDATE team SET current_version = 2 WHERE id = $1', [teamId]);
    const { data } = await start();
    const { rows } = await db.admin.query('SELECT team_version AS version FROM run WHERE id = $1', [
      data.runId,
    ]);
    expect(rows).toEqual([{ version: 2 }]);
  });

  it('answers the first run for its key, and 422 for the key with another goal', async () => {
    const key = newId();
    const first = await start(key);
    expect((await start(key)).data).toMatchObject({ runId: first.data.runId, replayed: true });
    const other = await start(key, 'Another goal');
    expect([other.status, other.error?.reason]).toEqual([422, 'idempotency_key_reused']);
  });
});
