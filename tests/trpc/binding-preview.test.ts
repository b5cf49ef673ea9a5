import { describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { testDatabase } from '../support/database';
import { openRoles } from '../support/roles';
import { closeEngineAfterwards } from '../support/runtime';
import { addAgent } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();
const { org, operator, teamOf, roleTeam, refused, resolve, written, ada, bo, hidden } = await openRoles(db);

describe('the preview of a start', () => {
  it('tells per slot who would do it and why, or who could, or what is missing (T-68)', async () => {
    const teamId = await teamOf([
      { id: 'fixed', agentId: ada },
      { id: 'only', role: { skills: ['sums'] } },
      { id: 'several', role: { skills: ['law'] } },
      { id: 'nobody', role: { skills: ['dance'] } },
    ]);
    const before = await written();
    const answer = await resolve(teamId);
    expect(answer).toMatchObject({ version: 1, resolvable: false, reason: 'ambiguous' });
    expect(answer.slots).toMatchObject([
      { slotId: 'fixed', mode: 'fixed', reason: 'fixed', agent: { agentId: ada, name: 'Ada' } },
      { slotId: 'only', mode: 'role', reason: 'matched', agent: { agentId: ada } },
      {
        reason: 'ambiguous',
        agent: null,
        candidateCount: 2,
        candidates: [{ agentId: ada }, { agentId: bo }],
      },
      {
        reason: 'nobody',
        agent: null,
        requirements: { skills: ['dance'] },
        nearest: [{ lacks: [{ name: 'dance' }] }, {}, {}],
      },
    ]);
    const chosen = await resolve(teamId, { bindings: { several: bo } });
    expect(chosen.slots[2]).toMatchObject({ reason: 'override', agent: { agentId: bo } });
    expect(await written()).toBe(before);
  });

  it('is resolvable when every slot is bound (T-68)', async () => {
    expect(await resolve(await roleTeam({ skills: ['sums'] }))).toMatchObject({
      resolvable: true,
      reason: null,
    });
  });

  it.each([
    ['a version that does not exist', async (id: string) => resolve(id, { version: 9 }), 'unknown_version'],
    [
      'a version that is a draft',
      async (id: string) => {
        await db.admin.query(
          `INSERT INTO team_version (org_id, team_id, version, manifest, created_by) SELECT org_id, team_id, 2, manifest, created_by FROM team_version WHERE team_id = $1`,
          [id],
        );
        return resolve(id, { version: 2 });
      },
      'version_not_applied',
    ],
    [
      'a team without an applied version',
      async (id: string) => {
        await db.admin.query('UPDATE team SET current_version = NULL WHERE id = $1', [id]);
        return resolve(id);
      },
      'no_applied_version',
    ],
    [
      'a choice for a slot that does not exist',
      async (id: string) => resolve(id, { bindings: { x: ada } }),
      'unknown_slot',
    ],
    [
      'a choice that nobody sees',
      async (id: string) => resolve(id, { bindings: { do: hidden } }),
      'override_unavailable',
    ],
  ])('never fails as a whole: %s is an answer (T-69)', async (_what, asked, reason) => {
    const answer = await asked(await roleTeam({ skills: ['law'] }));
    expect(answer).toMatchObject({ resolvable: false, reason });
  });

  it('names an unpriced model in its slot (T-69)', async () => {
    const dear = await addAgent(db, org, 'Jo', { model: 'unpriced' });
    const answer = await resolve(await teamOf([{ id: 'do', agentId: dear }]));
    expect(answer.slots).toMatchObject([{ reason: 'unpriced_model', agent: null }]);
  });

  it('is 404 for a team or a project that the caller does not see, and names nobody whom the caller does not see', async () => {
    const ask = (input: object) => operator.query('team.resolve', input);
    const teamId = await roleTeam({ skills: ['chess'] });
    expect((await ask({ id: newId(), projectId: org.projectId })).status).toBe(404);
    expect((await ask({ id: teamId, projectId: newId() })).status).toBe(404);
    expect(JSON.stringify(await resolve(teamId))).not.toContain(hidden);
  });

  it('of a thousand who fit names fifty and counts all', async () => {
    await db.admin.query(
      `INSERT INTO agent (org_id, id, slug, name, role, provider_id, model, capabilities, skills, project_ids, updated_at)
       SELECT $1, gen_random_uuid(), 'many-' || n, 'Many ' || n, '', $2, 'demo', '{}', '{crowd}', '{}', now() FROM generate_series(1, 1000) n`,
      [org.orgId, org.providerId],
    );
    const teamId = await roleTeam({ skills: ['crowd'] });
    const [slot] = (await resolve(teamId)).slots;
    expect([slot?.candidates.length, slot?.candidateCount]).toEqual([50, 1_000]);
    expect(await refused(teamId)).toMatchObject({
      status: 409,
      details: { slots: [{ candidateCount: 1_000 }] },
    });
  });
});
