import { TeamCreate } from '@domain/team/team-form';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../server/services/context';
import { addTeamMember } from '../../../server/services/team/add-member';
import { createTeam } from '../../../server/services/team/create';
import { deleteTeam } from '../../../server/services/team/delete';
import { getTeam } from '../../../server/services/team/get';
import { getTeamBySlug } from '../../../server/services/team/get-by-slug';
import { isAgentInTeam } from '../../../server/services/team/is-agent-in';
import { teamMembers } from '../../../server/services/team/members';
import { teamsOfAgent } from '../../../server/services/team/of-agent';
import { removeTeamMember } from '../../../server/services/team/remove-member';
import { updateTeam } from '../../../server/services/team/update';
import { auditRows } from '../../support/audit-rows';
import { testDatabase } from '../../support/database';
import { refusal } from '../../support/refusal';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../../support/tenants';
import { addUnit } from '../../support/units';

const db = await testDatabase();
let org: TestOrg;

beforeAll(async () => {
  org = await makeOrg(db);
});

const make = (name = 'Crew', patch: Partial<TeamCreate> = {}) =>
  createTeam(org.owner, TeamCreate.parse({ name, ...patch }));
const roles = async (id: string, who: Ctx = org.owner) =>
  Object.fromEntries(
    (await teamMembers(who, { id, limit: 50 })).items.map((member) => [member.name, member.memberRole]),
  );

describe('membership', () => {
  it('is a row of team and agent with role and time, gone with either of them (K-49)', async () => {
    const team = await make();
    const agentId = await addAgent(db, org, 'Member');
    await addTeamMember(org.owner, { id: team.id, agentId });
    const { rows } = await db.admin.query(
      'SELECT role, joined_at FROM team_member WHERE team_id = $1 AND agent_id = $2',
      [team.id, agentId],
    );
    expect(rows).toEqual([{ role: 'member', joined_at: expect.any(Date) }]);
    const insert = (role: string | null, agent: string) =>
      db.admin.query(
        `INSERT INTO team_member (org_id, team_id, agent_id, role) VALUES ($1, $2, $3, COALESCE($4, 'member'))`,
        [org.orgId, team.id, agent, role],
      );
    await expect(insert(null, agentId)).rejects.toThrow(/team_member_pkey/);
    await expect(insert('boss', await addAgent(db, org, 'Boss'))).rejects.toThrow(/team_member_role/);
    await expect(insert('hub', await addAgent(db, org, 'Second'))).rejects.toThrow(/team_one_hub/);
    const keys = await db.admin.query<{ def: string }>(
      `SELECT pg_get_constraintdef(oid) AS def FROM pg_constraint WHERE conrelid = 'team_member'::regclass AND contype = 'f'`,
    );
    expect(keys.rows.every((row) => row.def.includes('ON DELETE CASCADE'))).toBe(true);
    const index = await db.admin.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE tablename = 'team_member'`,
    );
    expect(index.rows.map((row) => row.indexdef).join('\n')).toContain('(org_id, agent_id)');
  });

  it('is given and taken by admins; doing either twice changes nothing more', async () => {
    const team = await make();
    const agentId = await addAgent(db, org, 'Once');
    expect(await addTeamMember(org.owner, { id: team.id, agentId })).toEqual({ added: true });
    expect(await addTeamMember(org.owner, { id: team.id, agentId })).toEqual({ added: false });
    expect(await removeTeamMember(org.owner, { id: team.id, agentId })).toEqual({ removed: true });
    expect(await removeTeamMember(org.owner, { id: team.id, agentId })).toEqual({ removed: false });
    const rows = await auditRows(db, org.orgId, team.id);
    expect(rows.map((row) => [row.action, row.before, row.after]).slice(1)).toEqual([
      ['team.member_added', null, { agentId, role: 'member' }],
      ['team.member_removed', { agentId, role: 'member' }, null],
    ]);
    const builder = await addPerson(db, org, 'builder');
    expect((await refusal(addTeamMember(builder, { id: team.id, agentId }))).status).toBe(403);
    expect((await refusal(removeTeamMember(builder, { id: team.id, agentId }))).status).toBe(403);
  });

  it('of the hub cannot end, and an agent from beside the line of the admin is not found', async () => {
    const team = await make();
    const refused = await refusal(removeTeamMember(org.owner, { id: team.id, agentId: org.agentId }));
    expect(refused).toMatchObject({ status: 409, reason: 'is_hub' });
    const other = await makeOrg(db);
    const foreign = await refusal(addTeamMember(org.owner, { id: team.id, agentId: other.agentId }));
    expect(foreign.status).toBe(404);
  });

  it('added ten times at once is one row and one audit row', async () => {
    const team = await make();
    const agentId = await addAgent(db, org, 'Eager');
    const added = await Promise.all(
      Array.from({ length: 10 }, () => addTeamMember(org.owner, { id: team.id, agentId })),
    );
    expect(added.filter((one) => one.added)).toHaveLength(1);
    const rows = await auditRows(db, org.orgId, team.id);
    expect(rows.filter((row) => row.action === 'team.member_added')).toHaveLength(1);
  });
});

describe('naming another hub', () => {
  it('makes the new hub a member and leaves the old one as member', async () => {
    const team = await make();
    const hubAgentId = await addAgent(db, org, 'Newhub');
    const changed = await updateTeam(org.owner, { id: team.id, hubAgentId });
    expect(changed.hub?.name).toBe('Newhub');
    expect(await roles(team.id)).toEqual({ Newhub: 'hub', Coordinator: 'member' });
    const back = await updateTeam(org.owner, { id: team.id, hubAgentId: org.agentId });
    expect(back.members.map((member) => [member.name, member.memberRole])).toEqual([
      ['Coordinator', 'hub'],
      ['Newhub', 'member'],
    ]);
    const row = (await auditRows(db, org.orgId, team.id)).find((one) => one.action === 'team.updated');
    expect([row?.before?.hubAgentId, row?.after?.hubAgentId]).toEqual([org.agentId, hubAgentId]);
  });

  it('is for admins, though builders may change the rest of the card', async () => {
    const team = await make();
    const builder = await addPerson(db, org, 'builder');
    const hubAgentId = await addAgent(db, org, 'Wished');
    expect((await refusal(updateTeam(builder, { id: team.id, name: 'Theirs', hubAgentId }))).status).toBe(
      403,
    );
    expect((await getTeam(builder, { id: team.id })).name).toBe('Crew');
    await updateTeam(builder, { id: team.id, name: 'Theirs', hubAgentId: org.agentId });
  });

  it('by five people at once leaves one hub, the one on the card', async () => {
    const team = await make();
    const agents = await Promise.all([1, 2, 3, 4, 5].map((n) => addAgent(db, org, `Rival${n}`)));
    await Promise.all(agents.map((hubAgentId) => updateTeam(org.owner, { id: team.id, hubAgentId })));
    const after = await getTeam(org.owner, { id: team.id });
    const hubs = after.members.filter((member) => member.memberRole === 'hub').map((member) => member.id);
    expect(hubs).toEqual([after.hub?.id]);
    expect(after.memberCount).toBe(6);
  });
});

describe('the team service', () => {
  it('creates, updates, deletes, adds, removes, and answers who is in which team (K-54)', async () => {
    const agentId = await addAgent(db, org, 'Busy');
    const [a, b] = [await make('Alpha'), await make('Beta')];
    for (const team of [b, a]) await addTeamMember(org.owner, { id: team.id, agentId });
    expect((await teamsOfAgent(org.owner, { agentId })).map((team) => team.name)).toEqual(['Alpha', 'Beta']);
    expect(await isAgentInTeam(org.owner, { agentId, teamId: a.id })).toBe(true);
    await removeTeamMember(org.owner, { id: a.id, agentId });
    expect(await isAgentInTeam(org.owner, { agentId, teamId: a.id })).toBe(false);
    expect((await teamMembers(org.owner, { id: b.id, limit: 50 })).items).toMatchObject([
      { id: org.agentId, role: 'Coordinates the team', memberRole: 'hub', model: 'demo' },
      { id: agentId, role: 'Busy', memberRole: 'member', model: 'demo' },
    ]);
    await updateTeam(org.owner, { id: b.id, slug: 'beta-renamed' });
    expect((await getTeamBySlug(org.owner, { slug: 'beta-renamed' })).id).toBe(b.id);
    expect((await getTeam(org.owner, { id: b.id })).memberCount).toBe(2);
    await deleteTeam(org.owner, { id: b.id });
    expect(await teamsOfAgent(org.owner, { agentId })).toEqual([]);
  });

  it('shows of a team only the members on the viewer’s line, and pages through them', async () => {
    const beside = await addUnit(db, org, 'Beside');
    const unit = await addUnit(db, org, 'Here');
    const viewer = await addPerson(db, org, 'viewer', unit.id);
    const team = await make('Mixed');
    const names = ['Coordinator'];
    for (let n = 0; n < 5; n += 1) {
      names.push(`Agent${n}`);
      await addTeamMember(org.owner, { id: team.id, agentId: await addAgent(db, org, `Agent${n}`) });
    }
    const hiddenId = await addAgent(db, org, 'Hidden');
    await db.admin.query('UPDATE agent SET unit_id = $2 WHERE id = $1', [hiddenId, beside.id]);
    await addTeamMember(org.owner, { id: team.id, agentId: hiddenId });
    await updateTeam(org.owner, { id: team.id, hubAgentId: hiddenId });
    const seen = await getTeam(viewer, { id: team.id });
    expect([seen.hub, seen.memberCount]).toEqual([null, 6]);
    expect(JSON.stringify(seen)).not.toContain('Hidden');
    const paged: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await teamMembers(org.owner, { id: team.id, limit: 2, cursor });
      paged.push(...page.items.map((member) => member.name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(['Hidden', ...names]);
  });
});
